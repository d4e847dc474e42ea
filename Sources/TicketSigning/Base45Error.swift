// Reasons why a text is not base45.

/// The first error in a text; offsets count UTF-8 bytes from 0.
public enum Base45Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// A character outside the alphabet.
    case outsideAlphabet(offset: Int)
    /// Three characters with a value above 65535, or two last ones with a value above 255.
    case groupTooLarge(offset: Int)
    /// A single character after the last group of three.
    case strayCharacter(offset: Int)

    public var description: String {
        switch self {
        case .outsideAlphabet(let offset):
            "The text is not base45: the character at offset \(offset) is outside the alphabet."
        case .groupTooLarge(let offset):
            "The text is not base45: the group at offset \(offset) is larger than the bytes it stands for can be."
        case .strayCharacter(let offset):
            "The text is not base45: a single character is left over at offset \(offset)."
        }
    }
}
