// The result of one picture in a batch.

import Scanner

/// The codes in a picture, or the reason it could not be read.
struct PictureReadings: Sendable {
    let path: String
    let codes: Result<[DetectedCode], ImageFileError>
    /// The time for decoding alone.
    let decoding: Duration
    /// The time from opening the file to the last code.
    let total: Duration
}
