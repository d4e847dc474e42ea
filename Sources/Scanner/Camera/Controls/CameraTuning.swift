// How a door wants its camera to look.

/// What is set on a camera when it is opened; what the camera lacks is told and passed over.
public struct CameraTuning: Sendable, Hashable {
    /// How long each picture is exposed.
    public enum Exposure: Sendable, Hashable {
        /// As long as the camera thinks right.
        case automatic
        /// So many tenths of a millisecond; 100 is one half-wave of lamps at 50 Hz, so that they cast no bands.
        case manual(tenthsOfMillisecond: Int)
    }

    /// What the lens is focused on.
    public enum Focus: Sendable, Hashable {
        /// What the camera thinks right; it may hunt when a hand comes into view.
        case automatic
        /// A place of the lens, in the camera's own unit.
        case fixed(Int)
    }

    /// Which lamps the camera avoids bands of; V4L2's own numbers.
    public enum PowerLine: Int, Sendable, Hashable {
        case off = 0
        case hertz50 = 1
        case hertz60 = 2
        case automatic = 3
    }

    /// Nil leaves it as the camera has it, as for the others.
    public var exposure: Exposure?
    /// What the lens is focused on.
    public var focus: Focus?
    /// Which lamps are avoided.
    public var powerLine: PowerLine?
    /// True for the full rate also in poor light, which is then darker; false lets the camera give fewer pictures.
    public var keepsRate: Bool?

    /// - Parameters:
    ///   - exposure: How long each picture is exposed.
    ///   - focus: What the lens is focused on.
    ///   - powerLine: Which lamps are avoided.
    ///   - keepsRate: Whether the rate goes before brightness.
    public init(
        exposure: Exposure? = nil, focus: Focus? = nil, powerLine: PowerLine? = nil, keepsRate: Bool? = nil
    ) {
        self.exposure = exposure
        self.focus = focus
        self.powerLine = powerLine
        self.keepsRate = keepsRate
    }
}
