// Rows of text as a comma-separated list.

import CCSV

/// Writes CSV (RFC 4180) that a spreadsheet can open without running anything.
public enum CSVWriter {
    /// One row with its line end.
    ///
    /// A field that a spreadsheet would take for a formula (`=`, `+`, `-`, `@`, tab or carriage return in front) gets
    /// an apostrophe before it (OWASP, "CSV Injection").
    ///
    /// - Parameter fields: In order.
    /// - Returns: UTF-8 text; fields are quoted where they need it.
    public static func row(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let harmless = text.first.map { "=+-@\t\r".contains($0) } == true ? "'" + text : text
        guard harmless.utf8.contains(where: { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }) else { return harmless }
        let bytes = Array(harmless.utf8)
        var quoted = [UInt8](repeating: 0, count: bytes.count * 2 + 2)
        let count = csv_write(&quoted, quoted.count, bytes, bytes.count)
        return String(decoding: quoted.prefix(count), as: UTF8.self)
    }
}
