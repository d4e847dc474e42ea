// One JSON object per line.

import FoundationEssentials

/// Encodes values as JSON Lines: members are in snake_case and sorted, missing values are absent instead of null, and
/// each object has `"schema": 1`.
package enum JSONLine {
    /// - Parameter value: A value with a member `schema`.
    /// - Returns: The object and a line end.
    /// - Throws: `EncodingError`, never for our own values.
    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try data(value), as: UTF8.self) + "\n"
    }

    /// Returns the object without a line end.
    ///
    /// - Throws: `EncodingError`, never for our own values.
    static func data(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
