// The look-ups behind a ticket's history.

import GRDB
import TicketSigning

/// A ticket's history, and the number of its next slot on this box.
struct TicketHistoryReader {
    let history: TicketHistory
    let nextSlot: Int

    init(of ticket: Ticket, at gate: Gate, in book: LogHead, _ db: Database) throws {
        let door = try GateState(at: gate, in: db)
        // The tickets of a grant are root's: a row that somebody lists under such an identifier counts for nothing.
        let granted = try GrantedTicket.withID(ticket.id, in: db)?.facts
        let (listed, listedTier) = try granted == nil ? IssuedTicket.withTier(ticket.id, in: db) : (nil, nil)
        let chain = try ReplacementChain(
            of: ticket.id, ofEvent: listed?.ticket.event ?? ticket.event, isFirst: listed?.replaces == nil, in: db)
        let lines = try MovementRecord.all(of: ticket.id, inFamilyOf: chain.root, in: db)
        let here = lines.filter { $0.event == gate.event }
        let behind = here.filter { $0.zone == door.zone.name }
        history = TicketHistory(
            listed: listed,
            granted: granted,
            root: chain.root,
            event: ticket.event == gate.event ? door.event : try Event.withID(ticket.event, in: db),
            newestEpoch: listed == nil ? try KeyRecord.newestEpoch(of: ticket.event, in: db) : nil,
            tier: try listedTier ?? granted?.tierRow(of: ticket.event, in: db),
            door: door,
            movements: MovementRecord.withoutUndone(here.filter { chain.tickets.contains($0.ticket) })
                .compactMap(\.movement),
            zoneLog: behind.map(\.entry),
            zoneLogOfSiblings: behind.filter { !chain.tickets.contains($0.ticket) }.map(\.entry),
            hasRoles: try Root.pinned(in: db) != nil,
            latestLogicalTime: book.latest,
            clockOffset: book.offset
        )
        nextSlot = (lines.filter { $0.ticket == ticket.id && $0.number.box == book.box.id }.map(\.slot).max() ?? 0) + 1
    }
}
