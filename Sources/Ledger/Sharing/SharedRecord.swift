// What ledgers tell one another, in the order in which a sync sends it.

import TicketSigning

/// One record on its way from ledger to ledger.
public enum SharedRecord: Hashable, Sendable {
    /// A box and what people call it.
    case box(SharedBox)
    /// An event with its zones, gates and tiers.
    case event(SharedEvent)
    /// The public facts of a key.
    case key(SharedKey)
    /// What the organiser tells the gates.
    case message(SharedMessage)
    /// What staff did to a ticket.
    case change(SharedChange)
    /// A row of the ticket list.
    case ticket(SharedTicket)
    /// A line of a door's book.
    case scan(SharedScan)

    /// The kinds of records, in the order in which a sync sends them: one that is cut off has retired keys and the
    /// blocks before the tickets, and each gate together with its zone.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case box, event, key, message, change, ticket, scan
    }

    /// What kind of record it is.
    public var kind: Kind {
        switch self {
        case .box: .box
        case .event: .event
        case .key: .key
        case .message: .message
        case .change: .change
        case .ticket: .ticket
        case .scan: .scan
        }
    }

    /// Whether it is a line of a box's log; the others are by themselves.
    var isLine: Bool { kind == .change || kind == .scan }

    /// What the record is about, unique within its kind: of several events or tickets with one key the latest stands,
    /// and a key that was retired stays so; all else never changes.
    public var key: String {
        switch self {
        case .box(let box): box.id.description
        case .event(let event): event.id.description
        case .key(let key): key.id.description
        case .message(let message): message.id.description
        case .change(let change): "\(change.box)/\(change.seq)"
        case .ticket(let ticket): ticket.id.description
        case .scan(let scan): "\(scan.box)/\(scan.seq)"
        }
    }

    /// Whether this record stands against another one of the same key: the later one does, and of two with one stamp,
    /// which only a disk that was set back can make, the one whose line is the greater, byte by byte.
    func stands(against held: SharedRecord) throws -> Bool {
        guard let stamp, let other = held.stamp, self != held else { return false }
        return try stamp == other ? held.line().lexicographicallyPrecedes(line()) : other < stamp
    }

    /// Which of two records with one key stands; `nil` for what never changes.
    public var stamp: HybridTimestamp? {
        switch self {
        case .event(let event): event.stamp
        case .ticket(let ticket): ticket.stamp
        case .box, .key, .message, .change, .scan: nil
        }
    }
}
