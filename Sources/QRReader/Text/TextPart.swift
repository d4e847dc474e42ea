// What a symbol says about the character set of its content.

/// Consecutive bytes of a code's content that have one character set.
public struct TextPart: Sendable, Hashable {
    /// The number of bytes, 1 or more.
    public let count: Int
    /// The character set's number in the AIM ECI register, at most 999,999; 27 (ASCII) for digits and letters and 20
    /// (Shift JIS) for kanji, which have modes of their own; nil for bytes about which the symbol says nothing.
    public let interpretation: Int?

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - count: The number of bytes, 1 or more.
    ///   - interpretation: The character set's ECI number, if the symbol tells it.
    public init(count: Int, interpretation: Int?) {
        (self.count, self.interpretation) = (count, interpretation)
    }

    static let ascii = 27
    static let kanji = 20
}
