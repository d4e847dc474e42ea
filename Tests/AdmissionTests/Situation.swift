// A ticket before a door, with as much against it as a test wants.

import Ledger
import TicketSigning

@testable import Admission

/// What the rules judge; everything is in order unless it is changed.
struct Situation {
    var now = Timestamp(milliseconds: 1_790_000_000_000)
    var event = Event(slug: "night", name: "Summer Night")
    var ticketEvent: EventID?
    var isListed = true
    /// The first ticket of its replacement chain.
    var root: TicketID?
    var status = TicketStatus.valid
    var statusWhy: String?
    var admits: Int?
    var note: String?
    var opens: Timestamp?
    var closes: Timestamp?
    var tier = Tier(name: "VIP")
    var gate = GateSettings(name: .main)
    var zone: Zone?
    var inside: Int?
    var movements: [Movement] = []
    var clock = ClockTrust.trusted
    /// Of the key that signed the code, and of the ticket's row.
    var codeEpoch: UInt32 = 1
    var listedEpoch: UInt32 = 1
    var newestEpoch: UInt32?
    /// What a partner's grant says of the ticket.
    var granted: GrantedTicket?
    /// Who signed the code, if not a key of the event.
    var signer: TicketSignatory?

    /// A moment near `now`.
    func at(_ seconds: Double) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds + Int64(seconds * 1000))
    }

    /// Somebody went in or out, so many seconds from `now`.
    func moved(
        _ kind: Movement.Kind, _ seconds: Double, zone: ZoneName = .main, isReturn: Bool = false, people: Int? = nil
    ) -> Movement {
        let entry = Entry(at: at(seconds), gate: "main", box: Self.box, boxName: "north-1")
        return Movement(kind: kind, entry: entry, zone: zone, isReturn: isReturn, people: people)
    }

    static let box = BoxID.random()

    var context: RuleContext {
        let ticket = Ticket(event: ticketEvent ?? event.id, user: .random(), id: .random())
        let listed = IssuedTicket(
            ticket: ticket, epoch: listedEpoch, tier: tier.name, status: status, admits: admits, note: note,
            opens: opens,
            closes: closes, statusWhy: statusWhy
        )
        let history = TicketHistory(
            listed: isListed ? listed : nil,
            granted: granted,
            root: root,
            event: event,
            newestEpoch: isListed ? nil : newestEpoch,
            tier: isListed || granted != nil ? tier : nil,
            door: GateState(event: event, gate: gate, zone: zone, inside: inside),
            movements: movements
        )
        return RuleContext(
            ticket: ticket, signer: signer ?? .key(epoch: codeEpoch), history: history, instant: now, clock: clock)
    }

    var objection: Objection? {
        EntryRules.standard(at: gate.direction).objection(in: context)
    }

    var outcome: Verdict.Outcome {
        AdmissionDesk.outcome(in: context)
    }

    /// The same with another value in one place.
    func with<Value>(_ path: WritableKeyPath<Situation, Value>, _ value: Value) -> Situation {
        var copy = self
        copy[keyPath: path] = value
        return copy
    }
}
