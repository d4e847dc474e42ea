// The records that ledgers exchange, in the order in which a sync sends them.

package import TicketSigning

/// One record that ledgers exchange.
public enum SharedRecord: Hashable, Sendable {
    /// A box and its name.
    case box(SharedBox)
    /// What the organiser allows a box.
    case membership(Membership)
    /// An event with its zones, gates and tiers.
    case event(SharedEvent)
    /// The public facts of a key.
    case key(SharedKey)
    /// Ticket numbers that a partner may sell.
    case grant(SharedGrant)
    /// A message from the organiser to the gates.
    case message(SharedMessage)
    /// A staff change to a ticket.
    case change(SharedChange)
    /// A row of the ticket list.
    case ticket(SharedTicket)
    /// A line of a box's book.
    case scan(SharedScan)

    /// The kinds of records, in the order in which a sync sends them: an interrupted sync has transferred retired
    /// keys and blocks before the tickets, and each gate together with its zone.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case box, membership, event, key, grant, message, change, ticket, scan
    }

    /// The kind of the record.
    public var kind: Kind {
        switch self {
        case .box: .box
        case .membership: .membership
        case .event: .event
        case .key: .key
        case .grant: .grant
        case .message: .message
        case .change: .change
        case .ticket: .ticket
        case .scan: .scan
        }
    }

    /// Its place in a box's log; `nil` for records that are independent.
    package var place: LogPlace? {
        switch self {
        case .change(let change): LogPlace(log: .change, box: change.box, seq: change.seq, chain: change.chain)
        case .scan(let scan): LogPlace(log: .scan, box: scan.box, seq: scan.seq, chain: scan.chain)
        case .box, .membership, .event, .key, .grant, .message, .ticket: nil
        }
    }

    /// The record's identity, unique within its kind. Of several events or tickets with one key the latest wins, and
    /// a retired key or grant stays retired; everything else never changes.
    public var key: String {
        switch self {
        case .box(let box): box.id.description
        case .membership(let membership): membership.box.description
        case .event(let event): event.id.description
        case .key(let key): key.id.description
        case .grant(let grant): grant.id
        case .message(let message): message.id.description
        case .change(let change): change.chain.base64url
        case .ticket(let ticket): ticket.id.description
        case .scan(let scan): scan.chain.base64url
        }
    }

    /// The box that wrote a version of an event or a ticket, or a message; `nil` for other records.
    package var author: BoxID? {
        switch self {
        case .event(let event): event.stamp.box
        case .ticket(let ticket): ticket.stamp.box
        case .message(let message): message.box
        case .box, .membership, .key, .grant, .change, .scan: nil
        }
    }

    /// Returns whether this record wins over another one with the same key. The later one does; if their timestamps
    /// are equal, which only a disk restored from a backup can cause, the one whose line is greater byte by byte.
    func wins(over held: SharedRecord) throws -> Bool {
        guard let stamp, let other = held.stamp, self != held else { return false }
        return try stamp == other ? held.line().lexicographicallyPrecedes(line()) : other < stamp
    }

    /// The timestamp that decides between two records with one key; `nil` for records that never change.
    public var stamp: HybridTimestamp? {
        switch self {
        case .event(let event): event.stamp
        case .ticket(let ticket): ticket.stamp
        case .box, .membership, .key, .grant, .message, .change, .scan: nil
        }
    }
}

/// The place of a line in its box's log.
package struct LogPlace: Hashable {
    package let log: LogKind
    package let box: BoxID
    package let seq: Int64
    package let chain: RecordBytes

    /// Whether it can be the line after another one.
    func follows(_ other: LogPlace) -> Bool { log == other.log && box == other.box && seq == other.seq + 1 }
}
