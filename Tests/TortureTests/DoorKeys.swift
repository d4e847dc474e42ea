// What stays of a door when its ledger is closed and opened again.

import Admission
import Ledger
import TestSupport
import TicketSigning

/// The event behind a door and the key of its tickets.
struct DoorKeys {
    let event: Event
    let key: EventKey

    init(_ door: TestDoor) {
        event = door.event
        key = door.key
    }

    /// A desk at the door, on a ledger that was opened for writing.
    func desk(on ledger: Ledger, at gate: GateName = .main) async throws -> AdmissionDesk {
        var ring = KeyRing()
        try ring.insert(key)
        return AdmissionDesk(
            verifier: TicketVerifier(keyRing: ring),
            ledger: ledger,
            box: try await ledger.ownBox(),
            event: event,
            gate: gate
        )
    }

    func row(of ticket: Ticket) -> IssuedTicket {
        IssuedTicket(
            ticket: ticket, epoch: key.epoch, tier: "Seat", holder: "Aarti Shah", reference: "aarti@example.org")
    }

    func code(of ticket: Ticket) throws -> String {
        try TicketSigner(key: key).sign(ticket).code
    }
}
