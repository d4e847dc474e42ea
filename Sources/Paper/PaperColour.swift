// The colours used on paper.

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
