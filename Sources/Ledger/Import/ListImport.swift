// Where tickets on the list came from.

public import TicketSigning

/// A file on its way into the ledger.
public struct ListFile: Hashable, Sendable {
    /// Its name, without the folder.
    public let name: String
    /// SHA-256 of what it holds and of which part of it is read; the same file is known by it under any name.
    public let digest: [UInt8]
    /// Who brings it.
    public let actor: String
    /// Now, by this machine's wall clock.
    public let instant: Timestamp

    /// - Parameters:
    ///   - name: Its name, without the folder.
    ///   - digest: 32 bytes.
    ///   - actor: Who brings it.
    ///   - instant: Now.
    public init(name: String, digest: [UInt8], by actor: String, on instant: Timestamp) {
        self.name = name
        self.digest = digest
        self.actor = actor
        self.instant = instant
    }
}

/// A file whose tickets were imported or issued into this ledger; other ledgers do not know of it.
public struct ListImport: Hashable, Sendable {
    /// How the tickets came.
    public enum Kind: String, Sendable {
        /// By `ticket import`.
        case imported = "import"
        /// By `ticket issue`.
        case issued = "issue"
    }

    /// 1, 2, 3 … in this ledger.
    public let number: Int
    /// Of which event.
    public let event: EventID
    /// How the tickets came.
    public let kind: Kind
    /// The file's name, without the folder.
    public let file: String
    /// Who brought it.
    public let actor: String
    /// When it was brought last, by this machine's wall clock.
    public let at: Timestamp
    /// Tickets on the list that it put there.
    public let tickets: Int
    /// When it was undone; `nil` for one that was not.
    public let undone: Timestamp?
}

/// What became of the wish to undo an import.
public enum ImportUndo: Hashable, Sendable {
    /// - Parameters:
    ///   - removed: Tickets that were taken off the list.
    ///   - restored: Tickets of other imports that are again as they were before.
    ///   - kept: Tickets that stay, because a later list has them too.
    case undone(removed: Int, restored: Int, kept: Int)
    /// Nothing was changed: some of its guests have entered.
    case entered(tickets: Int, first: Timestamp)
    /// Nothing was changed: it was undone before.
    case undoneBefore(Timestamp)
    /// There is no such import.
    case unknown
}
