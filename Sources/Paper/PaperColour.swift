// The colours that are put on paper.

/// A colour of light that ink imitates.
public struct PaperColour: Hashable, Sendable {
    let red: Double
    let green: Double
    let blue: Double

    /// - Parameter hex: `0xRRGGBB`.
    public init(_ hex: UInt32) {
        red = Double(hex >> 16 & 0xFF) / 255
        green = Double(hex >> 8 & 0xFF) / 255
        blue = Double(hex & 0xFF) / 255
    }

    /// Nothing but black ink, which every printer has.
    public static let black = PaperColour(0x00_0000)
    /// No ink.
    public static let white = PaperColour(0xFF_FFFF)
    /// Text that matters less, at 7:1 against white.
    public static let quiet = PaperColour(0x55_575F)
    /// The green of an admission, at 5:1 against white.
    public static let admit = PaperColour(0x0D_7A5C)
    /// Hairlines.
    public static let rule = PaperColour(0xC9_CAC4)
}
