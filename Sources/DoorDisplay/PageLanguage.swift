// The language of the guest page.

/// A language and the page's texts in it.
public struct PageLanguage: Sendable {
    /// BCP 47, such as `en`.
    public let tag: String
    /// Whether its text runs from right to left.
    public let isRightToLeft: Bool
    /// Returns the word or sentence for each text.
    public let text: @Sendable (PageLabel) -> String

    /// - Parameters:
    ///   - tag: BCP 47, such as `en`.
    ///   - isRightToLeft: Whether its text runs from right to left.
    ///   - text: Returns the word or sentence for each text.
    public init(tag: String, isRightToLeft: Bool = false, text: @escaping @Sendable (PageLabel) -> String) {
        self.tag = tag
        self.isRightToLeft = isRightToLeft
        self.text = text
    }
}
