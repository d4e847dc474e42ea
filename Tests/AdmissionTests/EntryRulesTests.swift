// Every rule's verdict, and which rule speaks first.

import Ledger
import Testing
import TicketSigning

@testable import Admission

struct EntryRulesTests {
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    let event = Event(slug: "night", name: "Summer Night")

    /// A ticket with everything against it that the rules know, in the order of the rules; `fixed` takes the first
    /// few faults away again.
    func circumstances(fixed: Int) -> Circumstances {
        let ticketEvent = fixed > 0 ? event.id : EventID.random()
        let ticket = Ticket(event: ticketEvent, user: .random(), id: .random())
        let earlier = Timestamp(milliseconds: now.milliseconds - 1)
        let later = Timestamp(milliseconds: now.milliseconds + 1)
        let status: TicketStatus = fixed < 3 ? .revoked : fixed < 4 ? .blocked : fixed < 6 ? .unpaid : .valid
        let listed = IssuedTicket(
            ticket: ticket,
            epoch: 1,
            status: status,
            note: fixed < 8 ? "student card" : nil,
            opens: fixed < 5 ? later : nil
        )
        let entry = Entry(at: earlier, gate: "main", box: .random(), boxName: "north-1")
        let history = TicketHistory(
            listed: fixed < 2 ? nil : listed,
            event: event,
            tier: nil,
            entries: fixed < 7 ? [entry] : []
        )
        return Circumstances(ticket: ticket, history: history, event: event, instant: now)
    }

    @Test(
        "With all faults at once the first rule answers, and with that fault mended the next",
        arguments: [
            (0, "wrong-event"), (1, "unknown-ticket"), (2, "revoked"), (3, "blocked"), (4, "too-early"), (5, "unpaid"),
            (6, "already-used"), (7, "check"),
        ]
    )
    func precedence(fixed: Int, code: String) throws {
        let objection = try #require(EntryRules.standard.objection(in: circumstances(fixed: fixed)))
        switch objection {
        case .refuse(let refusal):
            #expect(refusal.code == code)
            #expect(!["unpaid", "check"].contains(code))
        case .ask(let refusal):
            #expect(refusal.code == code)
            #expect(["unpaid", "check"].contains(code))
        }
    }

    @Test("With every fault mended the ticket enters")
    func noFault() {
        #expect(EntryRules.standard.objection(in: circumstances(fixed: 8)) == nil)
    }

    func judge(
        _ status: TicketStatus = .valid,
        admits: Int = 1,
        entries: Int = 0,
        window: (opens: Int64?, closes: Int64?) = (nil, nil),
        ticketWindow: (opens: Int64?, closes: Int64?) = (nil, nil),
        tierNote: String? = nil,
        listed: Bool = true,
        unlisted: UnlistedPolicy = .refuse
    ) -> Objection? {
        func moment(_ offset: Int64?) -> Timestamp? {
            offset.map { Timestamp(milliseconds: now.milliseconds + $0) }
        }
        let event = Event(
            id: event.id,
            slug: "night",
            name: "Summer Night",
            opens: moment(window.opens),
            closes: moment(window.closes),
            unlisted: unlisted
        )
        let ticket = Ticket(event: event.id, user: .random(), id: .random())
        let row = IssuedTicket(
            ticket: ticket,
            epoch: 1,
            tier: "VIP",
            status: status,
            admits: admits,
            opens: moment(ticketWindow.opens),
            closes: moment(ticketWindow.closes)
        )
        let entry = Entry(at: now, gate: "main", box: .random(), boxName: "north-1")
        let history = TicketHistory(
            listed: listed ? row : nil,
            event: event,
            tier: Tier(name: "VIP", note: tierNote),
            entries: Array(repeating: entry, count: entries)
        )
        let circumstances = Circumstances(ticket: ticket, history: history, event: event, instant: now)
        return EntryRules.standard.objection(in: circumstances)
    }

    @Test("A window opens at its first moment and is closed at its last")
    func window() {
        #expect(judge(window: (0, 1)) == nil)
        #expect(judge(window: (1, 2)) == .refuse(.tooEarly(opens: Timestamp(milliseconds: now.milliseconds + 1))))
        #expect(judge(window: (-5, 0)) == .refuse(.tooLate(closed: now)))
        #expect(judge(window: (nil, 0)) == .refuse(.tooLate(closed: now)))
    }

    @Test("A ticket's own window goes before the event's")
    func ownWindow() {
        #expect(judge(window: (1, 2), ticketWindow: (0, nil)) == nil)
        #expect(judge(window: (0, 1), ticketWindow: (nil, 0)) == .refuse(.tooLate(closed: now)))
    }

    @Test("A replaced ticket is refused as replaced")
    func replaced() {
        #expect(judge(.replaced) == .refuse(.replaced))
    }

    @Test("A ticket that is on no list is treated as the event says")
    func unlisted() {
        #expect(judge(listed: false, unlisted: .refuse) == .refuse(.unknownTicket))
        #expect(judge(listed: false, unlisted: .ask) == .ask(.unknownTicket))
        #expect(judge(listed: false, unlisted: .admit) == nil)
        #expect(judge(entries: 1, listed: false, unlisted: .admit) != nil)
    }

    @Test("A group ticket enters until all its people are in")
    func group() {
        #expect(judge(admits: 4, entries: 3) == nil)
        #expect(judge(admits: 4, entries: 4) != nil)
    }

    @Test("A tier's note for staff asks them")
    func tierNote() {
        #expect(judge(tierNote: "18+") == .ask(.check(note: "18+")))
    }
}
