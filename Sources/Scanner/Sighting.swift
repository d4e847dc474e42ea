// The scanner's output: a code that came into view.

public import QRReader

/// A code that was read, with its source and time, but without an interpretation.
public struct Sighting: Sendable, Hashable {
    /// The code's content; bytes that are not UTF-8 are replaced with U+FFFD.
    public let text: String
    /// The source: a camera's name, "stdin" or a file's name.
    public let source: String
    /// The time of capture, by a monotonic clock.
    public let instant: ContinuousClock.Instant
    /// The time from the camera to the reader; zero if there is no frame.
    public let capturing: Duration
    /// The time spent searching the frame; zero if there is no frame.
    public let decoding: Duration
    /// Since when another source has had the code in view; `nil` if it has just come into view.
    public let inViewSince: ContinuousClock.Instant?
    /// The code's corners in the picture's pixels; empty if there is no picture, as with a barcode scanner.
    public let corners: [Point]

    /// Creates a sighting.
    ///
    /// - Parameters:
    ///   - text: The code's content.
    ///   - source: The source.
    ///   - instant: The time of capture.
    ///   - capturing: The time from the camera to the reader.
    ///   - decoding: The time spent searching the frame.
    ///   - inViewSince: Since when another source has had the code in view.
    ///   - corners: The code's corners in the picture, if there is one.
    public init(
        text: String,
        source: String,
        instant: ContinuousClock.Instant,
        capturing: Duration = .zero,
        decoding: Duration = .zero,
        inViewSince: ContinuousClock.Instant? = nil,
        corners: [Point] = []
    ) {
        self.text = text
        self.source = source
        self.instant = instant
        self.capturing = capturing
        self.decoding = decoding
        self.inViewSince = inViewSince
        self.corners = corners
    }

    /// Creates a sighting from a decoder's reading.
    ///
    /// - Parameters:
    ///   - reading: The decoder's reading.
    ///   - source: The source.
    ///   - instant: The time of capture.
    ///   - capturing: The time from the camera to the reader.
    ///   - decoding: The time spent searching the frame.
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
