// A picture as the decoder sees it: luma only.

internal import Glibc

/// A picture of 8-bit luma, row by row from the top, with no padding.
public struct Frame: Sendable {
    /// Pixels per row, 1 or more.
    public let width: Int
    /// Rows, 1 or more.
    public let height: Int
    /// `width * height` values from 0 (black) to 255 (white).
    public let luma: [UInt8]
    /// The time of capture; nil for a picture from a file.
    public let instant: ContinuousClock.Instant?
    /// The camera's frame counter; a gap means that frames were dropped. Nil for a picture from a file.
    public let sequence: UInt32?

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - width: Pixels per row, 1 or more.
    ///   - height: Rows, 1 or more.
    ///   - luma: Exactly `width * height` values; anything else is a programming error and traps.
    ///   - instant: The time of capture.
    ///   - sequence: The camera's frame counter.
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

    /// Returns whether another frame has the same pixels, regardless of the time of capture.
    ///
    /// - Parameter other: A frame of any size.
    /// - Returns: True only if every pixel is equal.
    /// - Complexity: Compares up to the first difference, which with camera noise is among the first pixels.
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
