// Text for a page.

/// A text with its style; any language, in its own direction.
public struct PaperText: Hashable, Sendable {
    /// The text; line breaks are kept.
    public var text: String
    /// The font size in points of 1/72 inch.
    public var points: Double
    /// Whether it is bold.
    public var isBold: Bool
    /// Whether the font is monospaced.
    public var isFixedWidth: Bool
    /// The text colour.
    public var colour: PaperColour
    /// The alignment of lines within the available width; `start` is on the left in every language, aligned with the
    /// texts above and below.
    public var alignment: Alignment

    /// The alignment of lines.
    public enum Alignment: Sendable {
        /// On the left.
        case start
        /// In the middle.
        case centre
        /// On the right.
        case end
    }

    /// The extent of a text on the page.
    public struct Extent: Hashable, Sendable {
        /// The height of all lines, in millimetres.
        public let height: Double
        /// Whether the text is complete, without an ellipsis.
        public let isWhole: Bool
    }

    /// Creates a text.
    ///
    /// - Parameters:
    ///   - text: Any text.
    ///   - points: The font size in points.
    ///   - isBold: Whether it is bold.
    ///   - isFixedWidth: Whether the font is monospaced.
    ///   - colour: The text colour.
    ///   - alignment: The alignment of lines.
    public init(
        _ text: String,
        points: Double,
        isBold: Bool = false,
        isFixedWidth: Bool = false,
        colour: PaperColour = .black,
        alignment: Alignment = .start
    ) {
        self.text = text
        self.points = points
        self.isBold = isBold
        self.isFixedWidth = isFixedWidth
        self.colour = colour
        self.alignment = alignment
    }
}
