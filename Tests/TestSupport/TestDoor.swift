// A real ledger with one event, its key, and tickets signed with it.

public import Ledger
public import TicketSigning

/// What most tests of the door start from: a real ledger on disk and real keys.
public struct TestDoor: Sendable {
    public let ledger: Ledger
    public let event: Event
    public let key: EventKey

    /// - Parameters:
    ///   - folder: Where `ledger.sqlite` is made.
    ///   - event: Behind the door; `main` is its gate.
    /// - Throws: `LedgerError` and `SigningError`.
    public init(in folder: String, event: Event = Event(slug: "night", name: "Summer Night")) async throws {
        ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "north-1")
        self.event = event
        key = try MasterKey.random().eventKey(for: event.id, epoch: 1)
        try await ledger.add(event, gates: [.main])
    }

    /// The only door.
    public var gate: Gate {
        Gate(event: event.id, name: .main)
    }

    /// Knows the event's key and no other.
    ///
    /// - Throws: `SigningError`, never for one key.
    public var verifier: TicketVerifier {
        get throws {
            var ring = KeyRing()
            try ring.insert(key)
            return TicketVerifier(keyRing: ring)
        }
    }

    /// Lists and signs a new ticket of the event.
    ///
    /// - Parameters:
    ///   - tier: Kind of ticket.
    ///   - status: What the organiser says of it.
    ///   - admits: How many people.
    ///   - note: For staff.
    ///   - opens: Of the ticket's own window.
    ///   - closes: Of the ticket's own window.
    /// - Returns: The ticket's code.
    /// - Throws: `LedgerError` and `SigningError`.
    public func issue(
        tier: String? = nil,
        status: TicketStatus = .valid,
        admits: Int? = nil,
        note: String? = nil,
        opens: Timestamp? = nil,
        closes: Timestamp? = nil
    ) async throws -> SignedTicket {
        let ticket = Ticket(event: event.id, user: .random(), id: .random())
        let row = IssuedTicket(
            ticket: ticket,
            epoch: key.epoch,
            tier: tier,
            status: status,
            holder: "Aarti Shah",
            reference: "aarti@example.org",
            admits: admits,
            note: note,
            opens: opens,
            closes: closes
        )
        try await ledger.add([row])
        return try TicketSigner(key: key).sign(ticket)
    }

    /// Signs a ticket that no list has.
    ///
    /// - Returns: The ticket's code.
    /// - Throws: `SigningError`.
    public func signUnlisted() throws -> SignedTicket {
        try TicketSigner(key: key).sign(Ticket(event: event.id, user: .random(), id: .random()))
    }
}

extension TicketVerifier {
    /// Verifies the code of a ticket that was signed here.
    public func verify(_ signed: SignedTicket) throws -> VerifiedTicket { try verify(code: signed.code) }
}
