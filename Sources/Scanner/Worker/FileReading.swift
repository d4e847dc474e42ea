// The result of reading a picture file.

/// The codes of one file.
public struct FileReading: Sendable {
    /// One reading per code, with its place in the file's picture as stored: a camera's rotation mark is not applied.
    public var codes: [DetectedCode]
    /// The number of the file's pixels per examined pixel; 1 if the picture was not scaled down.
    public let scale: Double
    /// The time of reading alone.
    public var decoding: Duration
}
