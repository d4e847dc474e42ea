// A text before it is put on paper.

/// A text with its look; any language, in its own direction.
public struct PaperText: Hashable, Sendable {
    /// What it says; line breaks are kept.
    public var text: String
    /// The height of the font in points of 1/72 inch.
    public var points: Double
    /// Whether it is bold.
    public var isBold: Bool
    /// Whether all characters are equally wide.
    public var isFixedWidth: Bool
    /// Its colour.
    public var colour: PaperColour
    /// Where lines stand within the width they are given; `start` is on the left in every language, where the texts
    /// above and below begin.
    public var alignment: Alignment

    /// Where lines stand.
    public enum Alignment: Sendable {
        /// On the left.
        case start
        /// In the middle.
        case centre
        /// On the right.
        case end
    }

    /// What a text takes of the page.
    public struct Extent: Hashable, Sendable {
        /// Of all its lines, in millimetres.
        public let height: Double
        /// Whether it is there to its last letter, without an ellipsis.
        public let isWhole: Bool
    }

    /// - Parameters:
    ///   - text: Any text.
    ///   - points: The height of the font in points.
    ///   - isBold: Whether it is bold.
    ///   - isFixedWidth: Whether all characters are equally wide.
    ///   - colour: Its colour.
    ///   - alignment: Where lines stand.
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
