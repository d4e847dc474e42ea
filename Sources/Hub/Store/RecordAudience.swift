// Which boxes may read a record.

import HubProtocol
import Ledger
import TicketSigning

/// The boxes that may read a record, as the column by which the records for a box are found.
///
/// A box that takes part in few events has few audiences, so that what it reads takes as long whatever else the hub
/// holds.
enum RecordAudience: Hashable {
    /// The boxes of an event, for what others refer to: events, keys and messages. `nil` for all boxes.
    case lists(EventID?)
    /// The boxes of an event, for its tickets. `nil` for all boxes.
    case tickets(EventID?)
    /// All boxes. A block has to reach every gate; it reveals no more of another event's ticket than who blocked it
    /// and why.
    case changes
    /// The boxes that take part in all events of the one that wrote the log: its chain can only be verified whole.
    case scans(of: BoxID)

    /// - Parameter record: A record.
    init(_ record: HubRecord) {
        switch record.key {
        case .line(let box, _): self = record.kind == .change ? .changes : .scans(of: box)
        case .version: self = record.kind == .ticket ? .tickets(record.event) : .lists(record.event)
        }
    }

    /// The kinds of records that it may have.
    private var kinds: Set<RecordKind> {
        switch self {
        case .lists: RecordKind.lists
        case .tickets: [.ticket]
        case .changes: [.change]
        case .scans: [.scan]
        }
    }

    /// Returns whether it may have records of any of these kinds.
    func has(_ kinds: Set<RecordKind>) -> Bool { !self.kinds.isDisjoint(with: kinds) }

    /// The value of the column.
    var sql: SQLValue {
        switch self {
        case .lists(let event): .bytes([0] + (event?.bytes ?? []))
        case .tickets(let event): .bytes([1] + (event?.bytes ?? []))
        case .changes: .bytes([2])
        case .scans(let box): .bytes([3] + box.bytes)
        }
    }
}

extension RecordKind {
    /// The kinds of which there are few, to which others refer.
    static let lists: Set<RecordKind> = [.box, .membership, .event, .key, .grant, .message]
}

extension SQLSession {
    /// Returns the audiences that a box belongs to.
    ///
    /// - Parameters:
    ///   - events: The events that it may see.
    ///   - kinds: The kinds of records that it reads.
    /// - Returns: All audiences with such records.
    /// - Throws: ``HubError``.
    func audiences(of events: Set<EventID>, reading kinds: Set<RecordKind>) throws -> [RecordAudience] {
        let scopes = [nil] + events.sorted()
        var audiences = scopes.map(RecordAudience.lists) + scopes.map(RecordAudience.tickets) + [.changes]
        if kinds.contains(.scan) { audiences += try boxes(withNoEventBeyond: events).map(RecordAudience.scans) }
        return audiences.filter { $0.has(kinds) }
    }

    /// Returns the boxes that may see nothing but some of these events.
    private func boxes(withNoEventBeyond events: Set<EventID>) throws -> [BoxID] {
        guard !events.isEmpty else { return [] }
        let places = (1...events.count).map { "$\($0)" }.joined(separator: ", ")
        return try rows(
            """
            SELECT box FROM box_event WHERE box IN (SELECT box FROM box_event WHERE event IN (\(places)))
            GROUP BY box HAVING min(CASE WHEN event IN (\(places)) THEN 1 ELSE 0 END) = 1 ORDER BY box
            """,
            events.sorted().map(\.sql)
        ).map { try $0.identifier(0) }
    }
}
