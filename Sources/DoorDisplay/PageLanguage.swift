// The language of the pages.

/// A language and the page's texts in it.
public struct PageLanguage: Sendable {
    /// BCP 47, such as `en`.
    public let tag: String
    /// Whether its text runs from right to left.
    public let isRightToLeft: Bool
    /// Returns the word or sentence for each text.
    public let text: @Sendable (PageLabel) -> String
    /// Returns the word or sentence for each text of the staff page, with gaps such as `{count}`.
    public let staffText: @Sendable (StaffLabel) -> String

    /// - Parameters:
    ///   - tag: BCP 47, such as `en`.
    ///   - isRightToLeft: Whether its text runs from right to left.
    ///   - text: Returns the word or sentence for each text.
    ///   - staffText: Returns the word or sentence for each text of the staff page.
    public init(
        tag: String,
        isRightToLeft: Bool = false,
        text: @escaping @Sendable (PageLabel) -> String,
        staffText: @escaping @Sendable (StaffLabel) -> String = { $0.rawValue }
    ) {
        self.tag = tag
        self.isRightToLeft = isRightToLeft
        self.text = text
        self.staffText = staffText
    }
}
