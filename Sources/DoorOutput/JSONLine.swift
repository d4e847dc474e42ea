// One JSON object per line.

import FoundationEssentials

/// Encodes values as JSON Lines: keys are sorted, missing values are absent instead of null, and each object has
/// `"schema": 1`.
package enum JSONLine {
    /// - Parameter value: A value with a member `schema`.
    /// - Returns: The object and a line end.
    /// - Throws: `EncodingError`, never for our own values.
    package static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}
