// What was read in a picture file.

/// The codes of one file.
public struct FileReading: Sendable {
    /// One reading per code, with its place in the file's picture, as stored: a camera's rotation mark is not applied.
    public var codes: [DetectedCode]
    /// How many pixels of the file's picture one that was looked at stands for; 1 where it was not reduced.
    public let scale: Double
    /// How long the reading alone took.
    public var decoding: Duration
}
