// What one picture of a batch gave.

import Scanner

/// The codes of a picture, or why it could not be read.
struct PictureReadings: Sendable {
    let path: String
    let codes: Result<[DetectedCode], ImageFileError>
    /// Decoding alone.
    let decoding: Duration
    /// From opening the file to the last code.
    let total: Duration
}
