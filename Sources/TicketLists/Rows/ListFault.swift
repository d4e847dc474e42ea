// What is wrong with one row.

/// One fault of a list: where it is, what was found and what was expected.
///
/// What the field holds is left out: it is personal data, or opens the door.
public struct ListFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the file, or the row of the sheet, counted from 1.
    public let line: Int
    /// `column E "Email"`; `nil` for the row as a whole.
    public let column: String?
    /// In words: `text without @`.
    public let found: String
    /// In words: `an e-mail address`.
    public let expected: String

    /// - Parameters:
    ///   - line: Counted from 1.
    ///   - column: As ``ColumnMapping`` names it.
    ///   - found: In words, never the field itself.
    ///   - expected: In words.
    public init(line: Int, column: String? = nil, found: String, expected: String) {
        self.line = line
        self.column = column
        self.found = found
        self.expected = expected
    }

    /// Follows the file's name: `14 column E "Email": found text without @, expected name@host`.
    public var description: String {
        "\(line)\(column.map { " \($0)" } ?? ""): found \(found), expected \(expected)"
    }
}
