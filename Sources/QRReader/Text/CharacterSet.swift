// Conversion of text in other character sets than UTF-8.

internal import Glibc

/// A character set that a symbol may name by its ECI number, or that its bytes suggest.
struct CharacterSet: Equatable {
    /// The names in iconv: what the first cannot convert, the next one may.
    private let names: [String]
    private let isShiftJIS: Bool

    /// Bytes below 0x80 only.
    static let ascii = CharacterSet("ASCII")
    static let latin1 = CharacterSet("ISO8859-1")
    static let utf8 = CharacterSet("UTF-8")
    /// JIS X 0201 and 0208, except that backslash and tilde are those of ASCII, as encoders mean them; if that fails,
    /// with the additional characters of Windows, such as numbers in circles.
    static let shiftJIS = CharacterSet("SJIS", "CP932", isShiftJIS: true)

    private init(_ names: String..., isShiftJIS: Bool = false) {
        (self.names, self.isShiftJIS) = (names, isShiftJIS)
    }

    /// Creates the character set with an ECI number.
    ///
    /// - Parameter number: A number from the AIM ECI character set register; nil for those that are not assigned to a
    ///   character set, among them 899, binary data.
    init?(interpretation number: Int) {
        switch number {
        case 0, 2: self.init("CP437")
        case 1: self = .latin1
        // 14 is ISO 8859-12, which was never published.
        case 3...13, 15...18: self.init("ISO8859-\(number - 2)")
        case 20: self = .shiftJIS
        case 21...23: self.init("CP\(number + 1229)")
        case 24: self.init("CP1256")
        case 25: self.init("UTF-16BE")
        case 26: self = .utf8
        case 27, 170: self = .ascii
        case 28: self.init("BIG5")
        case 29: self.init("EUC-CN", "GBK")
        case 30: self.init("EUC-KR", "CP949")
        case 31: self.init("GBK")
        case 32: self.init("GB18030")
        case 33: self.init("UTF-16LE")
        case 34: self.init("UTF-32BE")
        case 35: self.init("UTF-32LE")
        default: return nil
        }
    }

    /// Converts text.
    ///
    /// - Parameter bytes: Text in this character set.
    /// - Returns: The text; nil if the bytes are not valid in this character set, or if this process cannot convert it:
    ///   glibc loads the tables from files, which a confined process cannot open.
    func text(of bytes: some Sequence<UInt8>) -> String? {
        let bytes = Array(bytes)
        if self == .utf8 { return String(validating: bytes, as: UTF8.self) }
        if self == .ascii { return String(validating: bytes, as: Unicode.ASCII.self) }
        for name in names {
            guard let converted = Self.utf8(of: bytes, in: name) else { continue }
            let text = String(decoding: converted, as: UTF8.self)
            return isShiftJIS && name == "SJIS" ? Self.withASCII(text) : text
        }
        return nil
    }

    /// Converts bytes to UTF-8 with iconv alone.
    ///
    /// - Parameters:
    ///   - bytes: Text in a character set whose characters take at most four times as many bytes in UTF-8.
    ///   - name: The character set's name in iconv.
    /// - Returns: The text in UTF-8; nil as for ``text(of:)``.
    static func utf8(of bytes: [UInt8], in name: String) -> [UInt8]? {
        let converter = iconv_open("UTF-8", name)
        guard converter != failure else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
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

    /// Returns text that iconv converted from Shift JIS, with backslash and tilde in place of the yen sign and the
    /// overline of JIS X 0201.
    private static func withASCII(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\u{A5}": result.append("\\")
            case "\u{203E}": result.append("~")
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// The result of `iconv_open` for an unknown character set: -1 as a pointer.
    private static var failure: iconv_t? { iconv_t(bitPattern: -1) }
}
