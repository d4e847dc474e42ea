// A fault in one row.

/// One fault of a list: where it is, what was found and what was expected.
///
/// The field's content is omitted, because it is personal data or opens the door.
public struct ListFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line in the file, or the row in the sheet, counted from 1.
    public let line: Int
    /// The column's description, such as `column E "Email"`; `nil` for the row as a whole.
    public let column: String?
    /// A description in words: `text without @`.
    public let found: String
    /// A description in words: `an e-mail address`.
    public let expected: String

    /// - Parameters:
    ///   - line: The line or row, counted from 1.
    ///   - column: The column's description, as in ``ColumnMapping``.
    ///   - found: A description in words, never the field itself.
    ///   - expected: A description in words.
    public init(line: Int, column: String? = nil, found: String, expected: String) {
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
    }

    /// The text after the file's name: `14 column E "Email": found text without @, expected name@host`.
    public var description: String {
        "\(line)\(column.map { " \($0)" } ?? ""): found \(found), expected \(expected)"
    }
}
