// What an import would do, or did.

/// A list compared with the ledger.
public struct ImportPlan: Hashable, Sendable {
    /// Tickets that are not in the ledger yet.
    public let new: Int
    /// Tickets that the list knows more about than the ledger.
    public let changed: Int
    /// Tickets that stay as they are.
    public let unchanged: Int
    /// Of all these, tickets that are not paid when it is done, whatever an older list says.
    public let unpaid: Int
    /// Of all these, tickets that are refunded, cancelled or otherwise withdrawn when it is done.
    public let withdrawn: Int
    /// Of all these, tickets with another platform's barcode.
    public let withBarcode: Int
    /// Of all these, tickets that were issued here for the same name, address or order, and tier: they keep their codes.
    public let issued: Int
    /// Rows that are the same ticket as an earlier one, in every detail.
    public let repeated: Int
    /// The import of the same file before, which this one corrects; `nil` where there is none.
    public let corrects: Int?
    /// Tickets that the file gave then, and that no line of it gives now: they are taken off the list.
    public let removed: Int
    /// Such tickets that stay, because somebody has entered with them.
    public let entered: Int
    /// Rows that cannot stand beside another one; they are not in the numbers above.
    public let conflicts: [ImportConflict]

    /// Tickets of the list.
    public var total: Int { new + changed + unchanged }
}

/// A row that cannot stand beside another one.
public struct ImportConflict: Hashable, Sendable {
    /// The line of the row.
    public let line: Int
    /// What it shares.
    public let kind: Kind

    /// What two rows share that they must not.
    public enum Kind: Hashable, Sendable {
        /// The same ticket as an earlier line, with other details.
        case ticket(line: Int)
        /// Another ticket's barcode, in an earlier line.
        case barcode(line: Int)
        /// The barcode of another ticket in the ledger.
        case barcodeInLedger
        /// With the ticket's times in the ledger, valid until before valid from.
        case timesInLedger
    }
}
