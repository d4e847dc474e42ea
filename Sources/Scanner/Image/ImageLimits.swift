// How much of a file is accepted before it is looked at.

/// Bounds that keep a hostile picture from taking the memory or the time of the door.
public struct ImageLimits: Sendable, Hashable {
    /// The longest file that is read, in bytes.
    public var bytes: Int
    /// The largest picture that is decoded, in pixels as its header gives them.
    public var pixels: Int
    /// A JPEG larger than this is halved in the decoder, as often as needed, in pixels.
    ///
    /// At 4 million all but one code is read that whole pictures give, in three quarters of the time:
    /// docs/performance.md.
    public var photoPixels: Int
    /// How many seconds a core may work on a file, whose libraries do not all bound it themselves.
    public var seconds: Int

    /// - Parameters:
    ///   - bytes: The longest file that is read; 64 MiB is 20 times a phone's photograph.
    ///   - pixels: The largest picture that is decoded; 100 million is twice a phone's photograph.
    ///   - photoPixels: What a JPEG is reduced to.
    ///   - seconds: How long a file may be worked on; a page or a photograph takes less than one.
    public init(
        bytes: Int = 64 << 20, pixels: Int = 100_000_000, photoPixels: Int = 4_000_000, seconds: Int = 20
    ) {
        self.bytes = bytes
        self.pixels = pixels
        self.photoPixels = photoPixels
        self.seconds = seconds
    }

    /// What a door accepts.
    public static let `default` = ImageLimits()

    /// - Throws: ``ImageFileError/tooManyPixels(width:height:limit:)``; ``ImageFileError/damaged(_:reason:)`` where a
    ///   side is not positive.
    func check(_ kind: ImageKind, width: Int, height: Int) throws(ImageFileError) {
        guard width > 0, height > 0 else { throw .damaged(kind, reason: "its size is \(width) x \(height)") }
        let (count, overflow) = width.multipliedReportingOverflow(by: height)
        guard !overflow, count <= pixels else {
            throw .tooManyPixels(width: width, height: height, limit: pixels)
        }
    }
}
