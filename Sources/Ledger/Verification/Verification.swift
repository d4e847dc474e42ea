// Whether a ledger is whole.

public import TicketSigning

/// What a look through all of a ledger found.
public struct Verification: Hashable, Sendable {
    /// Each box's scans, by the box's identifier.
    public let books: [Book]
    /// Tickets on the list.
    public let tickets: Int
    /// Everything that is not as it should be; nothing where the ledger is whole.
    public let faults: [Fault]
    /// Boxes whose records contradict each other; the ledger itself is whole all the same.
    public let alarms: [Alarm]

    /// The scans of one box.
    public struct Book: Hashable, Sendable {
        /// Whose scans.
        public let box: BoxID
        /// What people call it.
        public let name: String
        /// How many, numbered 1 to this.
        public let scans: Int64
        /// SHA-256 over all of them: noted down elsewhere, it shows later that none was changed.
        public let head: [UInt8]
    }

    /// Something that is not as it should be.
    public enum Fault: Hashable, Sendable, CustomStringConvertible {
        /// SQLite's own check of the file's structure; its words.
        case structure(String)
        /// Rows that name others which are not there.
        case dangling(table: String, rows: Int)
        /// A scan is missing before this one.
        case gap(box: String, seq: Int64)
        /// A scan was changed, dropped or slipped in: the chain does not hold from here on.
        case chain(box: String, seq: Int64)
        /// A scan whose logical time is not after the one before.
        case order(box: String, seq: Int64)
        /// A view, or the count of who is inside, says something else than the scans it is made from.
        case view(name: String)
        /// Tickets that `ticket find` would not find.
        case finding(tickets: Int)
        /// Tickets whose status is another than their first one and the changes give.
        case status(tickets: Int)

        public var description: String {
            switch self {
            case .structure(let words): "The file's structure is damaged: \(words)."
            case .dangling(let table, let rows): "\(rows) rows of '\(table)' name rows that are not there."
            case .gap(let box, let seq): "Box \(box): a scan is missing before number \(seq)."
            case .chain(let box, let seq): "Box \(box): scan \(seq), or one before it, is not as it was written."
            case .order(let box, let seq): "Box \(box): scan \(seq) has a time before the scan ahead of it."
            case .view(let name): "'\(name)' does not agree with the scans that it is made from."
            case .status(let tickets): "\(tickets) tickets have another status than what was done to them gives."
            case .finding(let tickets): "\(tickets) tickets are not in the index of names."
            }
        }
    }
}
