// A ticket as a list has it.

/// One row of a list, understood: one ticket, for one person or a group.
public struct ListEntry: Hashable, Sendable {
    /// The line of the file, or the row of the sheet, counted from 1.
    public let line: Int
    /// What makes this ticket the same one in the next export: its kind, then what it is made of.
    public let identity: [String]
    /// What makes this ticket's holder the same as another's: e-mail address or order number.
    public let person: String?
    /// The text in the platform's own code.
    public let barcode: String?
    /// The holder's name; personal data.
    public let name: String?
    /// E-mail address, order number, or both with a space between; personal data.
    public let reference: String?
    /// Kind of ticket.
    public let tier: String?
    /// How many people it lets in, 1 to 1000; `nil` where the list does not say.
    public let admits: Int?
    /// What the list says of it; `nil` where it does not say whether it is paid, or anything else.
    public let standing: Standing?
    /// What staff is to check.
    public let note: String?
    /// Milliseconds since 1970 in UTC.
    public let opens: Int64?
    /// Milliseconds since 1970 in UTC, after ``opens``.
    public let closes: Int64?

    /// Whether the ticket is good, from best to worst.
    public enum Standing: Int, Comparable, Sendable {
        case valid, unpaid, blocked, withdrawn

        public static func < (left: Standing, right: Standing) -> Bool { left.rawValue < right.rawValue }
    }
}
