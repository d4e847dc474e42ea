// A picture as the decoder sees it: luma only.

internal import Glibc

/// A picture of 8-bit luma, row by row from the top, with no padding.
///
/// Copies share their pixels.
public struct Frame: Sendable {
    /// Pixels per row, 1 or more.
    public let width: Int
    /// Rows, 1 or more.
    public let height: Int
    /// `width * height` values from 0 (black) to 255 (white).
    public let luma: [UInt8]

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - width: Pixels per row, 1 or more.
    ///   - height: Rows, 1 or more.
    ///   - luma: Exactly `width * height` values; anything else is a programming error and traps.
    public init(width: Int, height: Int, luma: [UInt8]) {
        precondition(width > 0 && height > 0 && luma.count == width * height, "luma is width * height values")
        self.width = width
        self.height = height
        self.luma = luma
    }

    /// Returns whether another frame has the same pixels.
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
