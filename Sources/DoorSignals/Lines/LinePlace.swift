// Where a lamp or a relay hangs.

/// A line of a GPIO chip.
public struct LinePlace: Sendable, Hashable {
    /// `gpiochip0`, `/dev/gpiochip0`, or the chip's label.
    public let chip: String
    /// Its number on the chip, from 0.
    public let number: Int
    /// Whether it is on at low voltage.
    public let isActiveLow: Bool

    /// - Parameters:
    ///   - chip: A name, path or label.
    ///   - number: From 0.
    ///   - isActiveLow: As most relay boards are.
    public init(chip: String, number: Int, isActiveLow: Bool) {
        (self.chip, self.number, self.isActiveLow) = (chip, number, isActiveLow)
    }
}
