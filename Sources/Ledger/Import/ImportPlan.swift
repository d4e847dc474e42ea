// What an import would do, or did.

/// A list compared with the ledger; one number for each line of the report that a person decides by.
public struct ImportPlan: Hashable, Sendable {
    /// The number of tickets that are not in the ledger yet.
    public let new: Int
    /// The number of tickets for which the list has more information than the ledger.
    public let changed: Int
    /// The number of tickets that stay as they are.
    public let unchanged: Int
    /// Of all these, the number of tickets that are unpaid afterwards, whatever an older list says.
    public let unpaid: Int
    /// Of all these, the number of tickets that are refunded, cancelled or otherwise withdrawn afterwards.
    public let withdrawn: Int
    /// Of all these, the number of tickets with another platform's barcode.
    public let withBarcode: Int
    /// Of all these, the number of tickets that were issued here for the same name, address or order, and tier: they
    /// keep their codes.
    public let issued: Int
    /// The number of rows that duplicate an earlier one in every detail.
    public let repeated: Int
    /// The earlier import of the same file, which this one corrects; `nil` if there is none.
    public let corrects: Int?
    /// The number of tickets that the file gave then but gives no longer: they are removed from the list.
    public let removed: Int
    /// The number of such tickets that stay because somebody has entered with them.
    public let entered: Int
    /// Rows that conflict with other rows or with the ledger; they are not in the numbers above.
    public let conflicts: [ImportConflict]

    /// The number of tickets in the list.
    public var total: Int { new + changed + unchanged }
}

/// A row that conflicts with another row or with the ledger.
public struct ImportConflict: Hashable, Sendable {
    /// The line of the row.
    public let line: Int
    /// The kind of conflict.
    public let kind: Kind

    /// The reason for a conflict.
    public enum Kind: Hashable, Sendable {
        /// The same ticket as in an earlier line, with other details.
        case ticket(line: Int)
        /// Another ticket's barcode, in an earlier line.
        case barcode(line: Int)
        /// The barcode of another ticket in the ledger.
        case barcodeInLedger
        /// Together with the ticket's times in the ledger, its end of validity would precede its start.
        case timesInLedger
    }
}
