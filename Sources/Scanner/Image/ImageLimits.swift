// Limits checked before a file is decoded.

/// Limits that keep a hostile picture from exhausting the door's memory or time.
public struct ImageLimits: Sendable, Hashable {
    /// The maximum length of a file, in bytes.
    public var bytes: Int
    /// The maximum size of a picture, in pixels, according to its header.
    public var pixels: Int
    /// A JPEG with more pixels than this is halved in the decoder as often as needed.
    ///
    /// At 4 million, all but one of the codes found in full-size pictures are read, in three quarters of the time:
    /// docs/performance.md.
    public var photoPixels: Int
    /// The limit of processor time per file, in seconds; not all libraries limit it themselves.
    public var seconds: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - bytes: The maximum length of a file; 64 MiB is 20 times a phone's photograph.
    ///   - pixels: The maximum size of a picture; 100 million is twice a phone's photograph.
    ///   - photoPixels: The size to which a JPEG is reduced.
    ///   - seconds: The limit of processor time per file; a page or a photograph takes less than one second.
    public init(
        bytes: Int = 64 << 20, pixels: Int = 100_000_000, photoPixels: Int = 4_000_000, seconds: Int = 20
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.photoPixels = photoPixels
        self.seconds = seconds
    }

    /// The limits for a door.
    public static let `default` = ImageLimits()

    /// Checks the size of a picture.
    ///
    /// - Throws: ``ImageFileError/tooManyPixels(width:height:limit:)``; ``ImageFileError/damaged(_:reason:)`` if a
    ///   side is not positive.
    func check(_ kind: ImageKind, width: Int, height: Int) throws(ImageFileError) {
        guard width > 0, height > 0 else { throw .damaged(kind, reason: "its size is \(width) x \(height)") }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= pixels else {
            throw .tooManyPixels(width: width, height: height, limit: pixels)
        }
    }
}
