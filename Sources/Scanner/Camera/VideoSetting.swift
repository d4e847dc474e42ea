// A camera's setting.

/// A pixel format, size and rate that a camera delivers or is asked for.
public struct VideoSetting: Sendable, Hashable, CustomStringConvertible {
    /// The pixel format.
    public var format: PixelFormat
    /// Pixels per row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// The frame rate that the driver reports; in poor light many cameras deliver half of it.
    public var framesPerSecond: Double

    /// Creates a setting.
    ///
    /// - Parameters:
    ///   - format: The pixel format.
    ///   - width: Pixels per row.
    ///   - height: Rows.
    ///   - framesPerSecond: The frame rate, more than 0.
    public init(format: PixelFormat, width: Int, height: Int, framesPerSecond: Double) {
        self.format = format
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
    }

    /// For example, `YUYV 1280x720 at 30/s`.
    public var description: String {
        let rate = (framesPerSecond * 10).rounded() / 10
        let shown = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
        return "\(format.fourCC) \(width)x\(height) at \(shown)/s"
    }
}
