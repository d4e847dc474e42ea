// One picture as the decoder sees it: brightness only.

internal import Glibc

/// A picture of 8-bit luma, row by row from the top, with no padding.
public struct Frame: Sendable {
    /// Pixels per row, 1 or more.
    public let width: Int
    /// Rows, 1 or more.
    public let height: Int
    /// `width * height` values, 0 is black and 255 white.
    public let luma: [UInt8]
    /// When the camera took it; nil for a picture from a file.
    public let instant: ContinuousClock.Instant?
    /// The camera's own count of frames; a gap says that frames were dropped. Nil for a picture from a file.
    public let sequence: UInt32?

    /// - Parameters:
    ///   - width: Pixels per row, 1 or more.
    ///   - height: Rows, 1 or more.
    ///   - luma: Exactly `width * height` values; anything else is a programming error and traps.
    ///   - instant: When the camera took it.
    ///   - sequence: The camera's own count of frames.
    public init(
        width: Int,
        height: Int,
        luma: [UInt8],
        instant: ContinuousClock.Instant? = nil,
        sequence: UInt32? = nil
    ) {
        precondition(width > 0 && height > 0 && luma.count == width * height, "luma is width * height values")
        self.width = width
        self.height = height
        self.luma = luma
        self.instant = instant
        self.sequence = sequence
    }

    /// Whether another frame shows exactly this picture, whenever it was taken.
    ///
    /// - Parameter other: Of any size.
    /// - Returns: True only where every pixel is equal.
    /// - Complexity: Pictures with a camera's noise differ in their first pixels, and no more of them is looked at.
    public func isSamePicture(as other: Frame) -> Bool {
        guard width == other.width, height == other.height else { return false }
        return luma.withUnsafeBytes { pixels in
            other.luma.withUnsafeBytes { others in
                guard let start = pixels.baseAddress, let otherStart = others.baseAddress else { return false }
                return memcmp(start, otherStart, pixels.count) == 0
            }
        }
    }
}
