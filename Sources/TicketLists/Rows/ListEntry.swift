// A ticket as a list describes it, or what is wrong with its row.

/// One interpreted row of a list: one ticket, for one person or a group; one property for each fact that a list can
/// have about it.
public struct ListEntry: Hashable, Sendable {
    /// The line in the file, or the row in the sheet, counted from 1.
    public let line: Int
    /// The components that identify this ticket in the next export, preceded by their kind.
    public let identity: [String]
    /// The key that identifies tickets of the same holder: e-mail address or order number.
    public let person: String?
    /// The text in the platform's own code.
    public let barcode: String?
    /// The holder's name; personal data.
    public let name: String?
    /// E-mail address, order number, or both separated by a space; personal data.
    public let reference: String?
    /// The tier.
    public let tier: String?
    /// The number of people that the ticket admits, 1 to 1000; `nil` if the list does not say.
    public let admits: Int?
    /// The status in the list; `nil` if the list says neither whether the ticket is paid nor anything else.
    public let status: Status?
    /// A note on what staff must check.
    public let note: String?
    /// The time from which the ticket is valid, in milliseconds since 1970 in UTC.
    public let opens: Int64?
    /// The time until which it is valid, in milliseconds since 1970 in UTC; after ``opens``.
    public let closes: Int64?

    /// The status of a ticket, from best to worst.
    public enum Status: Int, Comparable, Sendable {
        case valid, unpaid, blocked, withdrawn

        public static func < (left: Status, right: Status) -> Bool { left.rawValue < right.rawValue }
    }
}

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
