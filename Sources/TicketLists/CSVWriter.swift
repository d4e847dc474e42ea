// Writes rows of text as CSV.

import CCSV

/// Writes CSV (RFC 4180) that a spreadsheet can open without executing formulas.
public enum CSVWriter {
    /// Returns one row with its line ending.
    ///
    /// A field that a spreadsheet would take for a formula (starting with `=`, `+`, `-`, `@`, their full-width forms,
    /// a tab or a line break) is prefixed with an apostrophe (OWASP, "CSV Injection"); a negative number is not.
    ///
    /// - Parameter fields: The fields in order.
    /// - Returns: UTF-8 text; fields are quoted if necessary.
    public static func row(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        // Compares scalars: a following combining character changes the character in Swift, but not in a spreadsheet.
        let isFormula = text.unicodeScalars.first.map { "=+-@＝＋－＠\t\r\n".unicodeScalars.contains($0) } ?? false
        let harmless = isFormula && !isNumber(text) ? "'" + text : text
        guard harmless.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return harmless }
        let bytes = Array(harmless.utf8)
        var quoted = [UInt8](repeating: 0, count: bytes.count * 2 + 2)
        let count = csv_write(&quoted, quoted.count, bytes, bytes.count)
        return String(decoding: quoted.prefix(count), as: UTF8.self)
    }

    /// Returns whether a text is a decimal number, which a spreadsheet takes for nothing else.
    private static func isNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-.e".utf8.contains($0) } && Double(text) != nil
    }
}
