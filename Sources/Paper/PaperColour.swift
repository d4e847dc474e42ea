// The colours used on paper.

internal import Glibc

/// An RGB colour, reproduced by ink.
public struct PaperColour: Hashable, Sendable {
    let red: Double
    let green: Double
    let blue: Double

    /// Creates a colour.
    ///
    /// - Parameter hex: The colour as `0xRRGGBB`.
    public init(_ hex: UInt32) {
        red = Double(hex >> 16 & 0xFF) / 255
        green = Double(hex >> 8 & 0xFF) / 255
        blue = Double(hex & 0xFF) / 255
    }

    /// The relative luminance (WCAG 2.2), 0 for black to 1 for white.
    public var luminance: Double {
        func linear(_ part: Double) -> Double { part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4) }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Returns the contrast to another colour (WCAG 2.2).
    ///
    /// - Parameter other: The other colour.
    /// - Returns: 1 for the same luminance to 21 for black and white.
    public func contrast(to other: PaperColour) -> Double {
        let (light, dark) = (max(luminance, other.luminance), min(luminance, other.luminance))
        return (light + 0.05) / (dark + 0.05)
    }

    /// White or black, whichever can be read better on this colour: their contrast is 4.5 or more, also in grey.
    public var ink: PaperColour { contrast(to: .white) >= contrast(to: .black) ? .white : .black }

    /// Pure black ink, which every printer has.
    public static let black = PaperColour(0x00_0000)
    /// No ink.
    public static let white = PaperColour(0xFF_FFFF)
    /// Text of less importance, with a contrast of 7:1 against white.
    public static let quiet = PaperColour(0x55_575F)
    /// The green of an admission, with a contrast of 5:1 against white.
    public static let admit = PaperColour(0x0D_7A5C)
    /// The colour of hairlines.
    public static let rule = PaperColour(0xC9_CAC4)
}
