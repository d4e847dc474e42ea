// One JSON object per line.

import FoundationEssentials

/// Writes values as JSON Lines: keys sorted, absent rather than null, `"schema": 1` in each.
enum JSONLine {
    /// - Parameter value: Holds a member `schema`.
    /// - Returns: The object and a line end.
    /// - Throws: `EncodingError`, never for our own values.
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
