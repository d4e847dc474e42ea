// Text in other character sets than UTF-8, as some symbols declare it.

internal import Glibc

/// A character set that a symbol names by its ECI number.
struct CharacterSet: Equatable {
    /// As iconv knows it.
    let name: String

    /// - Parameter number: Of the AIM ECI character set register; nil for those that zbar does not convert either.
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

    /// - Parameter bytes: Text in this character set.
    /// - Returns: The same in UTF-8; nil where it is not text in this character set.
    func utf8(of bytes: [UInt8]) -> [UInt8]? {
        let converter = iconv_open("UTF-8", name)
        guard converter != Self.failure else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        // No character of these sets is longer in UTF-8 than four times its bytes.
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

    /// What `iconv_open` gives for a set it does not know: -1 as a pointer.
    private static var failure: iconv_t? { iconv_t(bitPattern: -1) }
}
