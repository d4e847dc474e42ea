// Comparing texts across character sets.

import Glibc

/// The texts that a code's bytes can represent.
enum TextForms {
    // CP932 is Shift JIS with a backslash where iconv has a yen sign.
    private static let characterSets = ["UTF-8", "ISO-8859-1", "CP932", "GB18030", "BIG5"]

    /// - Parameter bytes: The bytes from a reader.
    /// - Returns: The texts that the bytes represent in the common character sets.
    static func all(of bytes: [UInt8]) -> Set<String> {
        Set(characterSets.compactMap { text(bytes, in: $0) }.map(trimmed))
    }

    /// - Parameter text: A text from a set or a reader.
    /// - Returns: The text with uniform line ends, and without trailing line ends, spaces and NUL.
    static func trimmed(_ text: String) -> String {
        var scalars = Array(text.unicodeScalars)
        scalars = scalars.indices.filter {
            scalars[$0] != "\r" || $0 + 1 == scalars.count || scalars[$0 + 1] != "\n"
        }.map { scalars[$0] }
        while let last = scalars.last, ["\n", "\0", " "].contains(last) { scalars.removeLast() }
        var trimmed = String.UnicodeScalarView()
        trimmed.append(contentsOf: scalars)
        return String(trimmed)
    }

    private static func text(_ bytes: [UInt8], in characterSet: String) -> String? {
        guard let converter = iconv_open("UTF-8", characterSet), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map { CChar(bitPattern: $0) }
        var output = [CChar](repeating: 0, count: bytes.count * 4 + 4)
        var (inputLeft, outputLeft) = (input.count, output.count)
        let capacity = output.count
        let result = input.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                var (from, to) = (input.baseAddress, output.baseAddress)
                return iconv(converter, &from, &inputLeft, &to, &outputLeft)
            }
        }
        guard result != -1, inputLeft == 0 else { return nil }
        return String(decoding: output[..<(capacity - outputLeft)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
