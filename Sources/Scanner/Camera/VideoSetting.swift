// What a camera was set to.

/// What a camera gives, or is asked for.
public struct VideoSetting: Sendable, Hashable, CustomStringConvertible {
    /// How the pixels are laid out.
    public var format: PixelFormat
    /// Pixels per row.
    public var width: Int
    /// Rows.
    public var height: Int
    /// What the driver names; in poor light many cameras give half of it.
    public var framesPerSecond: Double

    /// - Parameters:
    ///   - format: How the pixels are laid out.
    ///   - width: Pixels per row.
    ///   - height: Rows.
    ///   - framesPerSecond: More than 0.
    public init(format: PixelFormat, width: Int, height: Int, framesPerSecond: Double) {
        self.format = format
        self.width = width
        self.height = height
        self.framesPerSecond = framesPerSecond
    }

    /// For example `YUYV 1280x720 at 30/s`.
    public var description: String {
        let rate = (framesPerSecond * 10).rounded() / 10
        let shown = rate == rate.rounded() ? "\(Int(rate))" : "\(rate)"
        return "\(format.fourCC) \(width)x\(height) at \(shown)/s"
    }
}
