// Identifies the line of a lamp or a relay.

/// A line of a GPIO chip.
public struct LinePlace: Sendable, Hashable {
    /// `gpiochip0`, `/dev/gpiochip0`, or the chip's label.
    public let chip: String
    /// The line's number on the chip, from 0.
    public let number: Int
    /// Whether the line is active at low voltage.
    public let isActiveLow: Bool

    /// - Parameters:
    ///   - chip: The chip's name, path or label.
    ///   - number: The line's number, from 0.
    ///   - isActiveLow: Whether the line is active at low voltage, as on most relay boards.
    public init(chip: String, number: Int, isActiveLow: Bool) {
        (self.chip, self.number, self.isActiveLow) = (chip, number, isActiveLow)
    }
}
