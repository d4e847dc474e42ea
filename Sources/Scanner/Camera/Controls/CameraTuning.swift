// The camera settings that a door wants.

/// Settings applied to a camera when it is opened; settings that the camera lacks are reported and skipped.
public struct CameraTuning: Sendable, Hashable {
    /// The exposure time of each picture.
    public enum Exposure: Sendable, Hashable {
        /// Chosen by the camera.
        case automatic
        /// A time in tenths of a millisecond; 100 is one half-wave of lamps at 50 Hz, which avoids banding.
        case manual(tenthsOfMillisecond: Int)
    }

    /// The focus of the lens.
    public enum Focus: Sendable, Hashable {
        /// Chosen by the camera, which may refocus when a hand comes into view.
        case automatic
        /// A fixed lens position, in the camera's own unit.
        case fixed(Int)
    }

    /// The mains frequency whose banding the camera avoids; the raw values are V4L2's.
    public enum PowerLine: Int, Sendable, Hashable {
        case off = 0
        case hertz50 = 1
        case hertz60 = 2
        case automatic = 3
    }

    /// The exposure; nil leaves the camera's setting unchanged, as for the other properties.
    public var exposure: Exposure?
    /// The focus.
    public var focus: Focus?
    /// The mains frequency whose banding is avoided.
    public var powerLine: PowerLine?
    /// True keeps the full frame rate in poor light, at the cost of darker pictures; false lets the camera reduce the
    /// rate.
    public var keepsRate: Bool?

    /// Creates a tuning.
    ///
    /// - Parameters:
    ///   - exposure: The exposure time.
    ///   - focus: The focus.
    ///   - powerLine: The mains frequency whose banding is avoided.
    ///   - keepsRate: Whether the frame rate has priority over brightness.
    public init(
        exposure: Exposure? = nil, focus: Focus? = nil, powerLine: PowerLine? = nil, keepsRate: Bool? = nil
    ) {
        self.exposure = exposure
        self.focus = focus
        self.powerLine = powerLine
        self.keepsRate = keepsRate
    }
}
