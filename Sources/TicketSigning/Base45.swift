// Encodes bytes as text that a QR code stores compactly.

/// Base45 (RFC 9285), whose alphabet is that of a QR code's alphanumeric mode.
///
/// Decoding is strict and base45 has no spare bits, so every byte sequence has exactly one encoding.
public enum Base45 {
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:".utf8)

    /// The value of each ASCII character; -1 if it is outside the alphabet.
    private static let values: [Int] = {
        var values = [Int](repeating: -1, count: 128)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = value }
        return values
    }()

    /// Encodes bytes: each two become three characters, and a single last one becomes two.
    ///
    /// - Parameter bytes: Any number of bytes.
    /// - Returns: Text in the 45 characters of the alphabet, least significant character of each group first.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count / 2 * 3 + bytes.count % 2 * 2)
        var rest = bytes[...]
        while let first = rest.popFirst() {
            if let second = rest.popFirst() {
                let number = Int(first) << 8 | Int(second)
                text += [alphabet[number % 45], alphabet[number / 45 % 45], alphabet[number / 2025]]
            } else {
                text += [alphabet[Int(first) % 45], alphabet[Int(first) / 45]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes text and accepts only what ``encode(_:)`` returns.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The bytes whose encoding is `text`.
    /// - Throws: ``Base45Error``, at the first fault.
    public static func decode(_ text: some StringProtocol) throws(Base45Error) -> [UInt8] {
        let characters = text.utf8
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 3 * 2 + 1)
        var number = 0
        var weight = 1
        for (offset, character) in characters.enumerated() {
            guard character < 128, values[Int(character)] >= 0 else { throw .outsideAlphabet(offset: offset) }
            number += values[Int(character)] * weight
            weight *= 45
            if weight == 45 * 45 * 45 {
                guard number <= 0xFFFF else { throw .groupTooLarge(offset: offset - 2) }
                bytes.append(UInt8(number >> 8))
                bytes.append(UInt8(number & 0xFF))
                number = 0
                weight = 1
            }
        }
        switch weight {
        case 1:
            return bytes
        case 45 * 45:
            guard number <= 0xFF else { throw .groupTooLarge(offset: characters.count - 2) }
            return bytes + [UInt8(number)]
        default:
            throw .strayCharacter(offset: characters.count - 1)
        }
    }
}

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
            "The text is not base45: the group at offset \(offset) is larger than its bytes can be."
        case .strayCharacter(let offset):
            "The text is not base45: a single character is left over at offset \(offset)."
        }
    }
}
