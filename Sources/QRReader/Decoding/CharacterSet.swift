// Conversion of text in other character sets than UTF-8, which some symbols declare.

internal import Glibc

/// A character set that a symbol names by its ECI number.
struct CharacterSet: Equatable {
    /// The name in iconv.
    let name: String

    /// Creates the character set with an ECI number.
    ///
    /// - Parameter number: A number from the AIM ECI character set register; nil for those that zbar does not convert
    ///   either.
    init?(interpretation number: Int) {
        switch number {
        case 0, 2: name = "CP437"
        case 1: name = "ISO8859-1"
        // 14 is ISO 8859-12, which was never published.
        case 3...13, 15...18: name = "ISO8859-\(number - 2)"
        case 20: name = "SJIS"
        case 26: name = "UTF-8"
        default: return nil
        }
    }

    /// Converts text to UTF-8.
    ///
    /// - Parameter bytes: Text in this character set.
    /// - Returns: The text in UTF-8; nil if the bytes are not valid in this character set.
    func utf8(of bytes: [UInt8]) -> [UInt8]? {
        let converter = iconv_open("UTF-8", name)
        guard converter != Self.failure else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // In UTF-8, no character of these sets takes more than four times as many bytes.
        var output = [CChar](repeating: 0, count: 4 * bytes.count + 1)
        var (inputLeft, outputLeft) = (input.count, output.count)
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, to) = (input.baseAddress, output.baseAddress)
                return iconv(converter, &from, &inputLeft, &to, &outputLeft)
            }
        }
        guard result != .max, inputLeft == 0 else { return nil }
        return output.dropLast(outputLeft).map { UInt8(bitPattern: $0) }
    }

    /// The result of `iconv_open` for an unknown character set: -1 as a pointer.
    private static var failure: iconv_t? { iconv_t(bitPattern: -1) }
}
