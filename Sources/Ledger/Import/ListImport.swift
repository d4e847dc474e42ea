// The origin of tickets on the list.

public import TicketSigning

/// A file that is being imported into the ledger.
public struct ListFile: Hashable, Sendable {
    /// The file's name, without the folder.
    public let name: String
    /// SHA-256 of its contents and of the part of it that is read; it identifies the file under any name.
    public let digest: [UInt8]
    /// Who imports it.
    public let actor: String
    /// The current time by this machine's wall clock.
    public let instant: Timestamp

    /// - Parameters:
    ///   - name: The file's name, without the folder.
    ///   - digest: 32 bytes.
    ///   - actor: Who imports it.
    ///   - instant: The current time.
    public init(name: String, digest: [UInt8], by actor: String, on instant: Timestamp) {
        self.name = name
        self.digest = digest
        self.actor = actor
        self.instant = instant
    }
}

/// A file whose tickets were imported or issued into this ledger; other ledgers do not know about it.
public struct ListImport: Hashable, Sendable {
    /// The way that tickets were added.
    public enum Kind: String, Sendable {
        /// By `ticket import`.
        case imported = "import"
        /// By `ticket issue`.
        case issued = "issue"
    }

    /// 1, 2, 3 … in this ledger.
    public let number: Int
    /// The event.
    public let event: EventID
    /// The way that the tickets were added.
    public let kind: Kind
    /// The file's name, without the folder.
    public let file: String
    /// Who imported it.
    public let actor: String
    /// When it was last imported, by this machine's wall clock.
    public let at: Timestamp
    /// When it was undone; `nil` if it was not.
    public let undone: Timestamp?
}

/// The tickets on the list that came from a file.
public struct ImportCount: Hashable, Sendable {
    /// The number of tickets, without replaced ones.
    public let tickets: Int
    /// Whether somebody has entered with one of them, or with one that it replaces.
    public let isEntered: Bool
}

/// The result of undoing an import.
public enum ImportUndo: Hashable, Sendable {
    /// - Parameters:
    ///   - removed: The number of tickets that were removed from the list.
    ///   - restored: The number of tickets of other imports that got their earlier values back.
    ///   - kept: The number of tickets that stay because they are also in a later list.
    case undone(removed: Int, restored: Int, kept: Int)
    /// Nothing was changed: some of its guests have entered.
    case entered(tickets: Int, first: Timestamp)
    /// Nothing was changed: it had already been undone.
    case undoneBefore(Timestamp)
    /// There is no such import.
    case unknown
}
