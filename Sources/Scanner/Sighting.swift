// A code that came into view: what the scanner passes on.

/// A code that was read, where and when; what it means is for others to say.
public struct Sighting: Sendable, Hashable {
    /// The code's content; bytes that are not UTF-8 show as U+FFFD.
    public let text: String
    /// What saw it: a camera's name, "stdin" or a file's name.
    public let source: String
    /// When the frame was taken, by the clock that does not jump.
    public let instant: ContinuousClock.Instant
    /// How long the frame took from the camera to the reader; zero where there is no frame.
    public let capturing: Duration
    /// How long the frame was looked through; zero where there is no frame.
    public let decoding: Duration
    /// The code's corners in the picture's pixels; empty where there is no picture, as with a hand scanner.
    public let corners: [Point]

    /// - Parameters:
    ///   - text: The code's content.
    ///   - source: What saw it.
    ///   - instant: When.
    ///   - capturing: How long the frame took from the camera to the reader.
    ///   - decoding: How long the frame was looked through.
    ///   - corners: The code's corners in the picture, if there is one.
    public init(
        text: String,
        source: String,
        instant: ContinuousClock.Instant,
        capturing: Duration = .zero,
        decoding: Duration = .zero,
        corners: [Point] = []
    ) {
        self.text = text
        self.source = source
        self.instant = instant
        self.capturing = capturing
        self.decoding = decoding
        self.corners = corners
    }

    /// - Parameters:
    ///   - reading: What the decoder gave.
    ///   - source: What saw it.
    ///   - instant: When the frame was taken.
    ///   - capturing: How long the frame took from the camera to the reader.
    ///   - decoding: How long the frame was looked through.
    public init(
        _ reading: DetectedCode,
        source: String,
        instant: ContinuousClock.Instant,
        capturing: Duration = .zero,
        decoding: Duration = .zero
    ) {
        self.init(
            text: String(decoding: reading.bytes, as: UTF8.self),
            source: source,
            instant: instant,
            capturing: capturing,
            decoding: decoding,
            corners: reading.corners
        )
    }
}
