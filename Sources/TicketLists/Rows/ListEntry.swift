// A ticket as a list describes it.

/// One interpreted row of a list: one ticket, for one person or a group.
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
    public let standing: Standing?
    /// A note on what staff must check.
    public let note: String?
    /// The time from which the ticket is valid, in milliseconds since 1970 in UTC.
    public let opens: Int64?
    /// The time until which it is valid, in milliseconds since 1970 in UTC; after ``opens``.
    public let closes: Int64?

    /// The status of a ticket, from best to worst.
    public enum Standing: Int, Comparable, Sendable {
        case valid, unpaid, blocked, withdrawn

        public static func < (left: Standing, right: Standing) -> Bool { left.rawValue < right.rawValue }
    }
}
