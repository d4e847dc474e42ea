// Rows of text as a comma-separated list.

import CCSV

/// Writes CSV (RFC 4180) that a spreadsheet can open without running anything.
public enum CSVWriter {
    /// One row with its line end.
    ///
    /// A field that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, also in full width, a tab or a line break
    /// in front) gets an apostrophe before it (OWASP, "CSV Injection").
    ///
    /// - Parameter fields: In order.
    /// - Returns: UTF-8 text; fields are quoted where they need it.
    public static func row(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        // By scalars: a combining character behind the sign makes another character of it here, not in a spreadsheet.
        let isFormula = text.unicodeScalars.first.map { "=+-@＝＋－＠\t\r\n".unicodeScalars.contains($0) } ?? false
        let harmless = isFormula ? "'" + text : text
        guard harmless.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return harmless }
        let bytes = Array(harmless.utf8)
        var quoted = [UInt8](repeating: 0, count: bytes.count * 2 + 2)
        let count = csv_write(&quoted, quoted.count, bytes, bytes.count)
        return String(decoding: quoted.prefix(count), as: UTF8.self)
    }
}
