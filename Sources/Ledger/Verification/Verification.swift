// Whether a ledger is intact.

public import TicketSigning

/// The result of verifying all of a ledger.
public struct Verification: Hashable, Sendable {
    /// Each box's scans, by the box's identifier.
    public let boxLogs: [BoxLog]
    /// The number of tickets on the list.
    public let tickets: Int
    /// Everything that is wrong; empty if the ledger is intact.
    public let faults: [Fault]
    /// Boxes that were restored or cloned; the ledger is intact nevertheless.
    public let branchedLogs: [BranchedLog]

    /// The scans of one box on one branch.
    public struct BoxLog: Hashable, Sendable {
        /// The box.
        public let box: BoxID
        /// The box's name for people.
        public let name: String
        /// The number of the last scan; they are numbered from 1.
        public let scans: Int64
        /// SHA-256 over all of them: a copy that is kept elsewhere can later prove that none was changed.
        public let head: [UInt8]
    }

    /// Something that is wrong.
    public enum Fault: Hashable, Sendable, CustomStringConvertible {
        /// SQLite's own check of the file's structure failed, with this message.
        case structure(String)
        /// Rows refer to others that do not exist.
        case dangling(table: String, rows: Int)
        /// A scan is missing before this one.
        case gap(box: String, seq: Int64)
        /// A scan was changed, dropped or inserted: the chain is broken from here on.
        case chain(box: String, seq: Int64)
        /// A change was altered: the chain does not lead to it.
        case change(box: String, seq: Int64)
        /// A line of a log is not signed by its box, nor is any that follows it.
        case author(box: String, log: LogKind, seq: Int64)
        /// A version of an event or a ticket, or a message, is not signed by the box that wrote it, or a key by root.
        case version(kind: SharedRecord.Kind, id: String)
        /// A membership is not signed by the ledger's root.
        case membership(box: String)
        /// The lines of a box that are marked as without effect are not those that its membership makes so.
        case counting(box: String, log: LogKind)
        /// A scan's logical time is not after that of the previous one.
        case order(box: String, seq: Int64)
        /// A view, or the count of people inside, differs from the scans that it is computed from.
        case view(name: String)
        /// The number of tickets that `ticket find` would not find.
        case missingFromIndex(tickets: Int)
        /// The number of tickets whose status does not follow from their first one and the changes.
        case status(tickets: Int)

        public var description: String {
            switch self {
            case .structure(let words): "The file's structure is damaged: \(words)."
            case .dangling(let table, let rows): "\(rows) rows of '\(table)' refer to missing rows."
            case .gap(let box, let seq): "Box \(box): a scan is missing before number \(seq)."
            case .chain(let box, let seq): "Box \(box): scan \(seq), or one before it, was changed later."
            case .change(let box, let seq): "Box \(box): change \(seq), or one before it, was altered later."
            case .author(let box, let log, let seq): "Box \(box): \(log.rawValue) \(seq) is not signed by the box."
            case .version(let kind, let id): "The \(kind) \(id) is not signed by whoever must have written it."
            case .membership(let box): "Box \(box): its membership is not signed by the organiser."
            case .counting(let box, let log):
                "Box \(box): the \(log.rawValue)s that have no effect are not those that it may not record."
            case .order(let box, let seq): "Box \(box): scan \(seq) has an earlier time than the scan before it."
            case .view(let name): "'\(name)' does not match the scans that it is derived from."
            case .status(let tickets): "\(tickets) tickets have a status that does not match their recorded changes."
            case .missingFromIndex(let tickets): "\(tickets) tickets are not in the index of names."
            }
        }
    }
}
