// What staff do from their page, done by the door.

import Admission
import DoorDisplay
import Ledger
import Logging
import TicketSigning

/// Answers the staff page with the ledger and the desk of this gate.
struct DoorStaffDesk: StaffDesk {
    let place: DoorPlace
    let ledger: Ledger
    let terms: EventTerms
    let clock: ClockWatch
    let news: NewsBoard
    let logger: Logger

    private static let mostFound = 50

    func gates() async throws -> [StaffGate] {
        try await ledger.doorways(of: terms.event.id).map {
            StaffGate(name: $0.name.text, direction: $0.direction.rawValue)
        }
    }

    func move(to gate: String, by who: String) async throws -> String {
        guard let name = GateName(gate), try await ledger.gates(of: terms.event.id).contains(name) else {
            throw StaffRefusal("The event has no such gate.")
        }
        let before = place.gate
        place.move(to: name)
        // A door that stands elsewhere is to be found in every log, whatever its level.
        logger.warning("gate changed", metadata: ["before": "\(before)", "gate": "\(name)", "by": "\(who.printable)"])
        return "The door is gate \(name) now."
    }

    func find(_ text: String) async throws -> [StaffTicket] {
        var found: [StaffTicket] = []
        for ticket in try await ledger.tickets(matching: text, limit: Self.mostFound)
        where ticket.ticket.event == terms.event.id {
            found.append(try await shown(ticket))
        }
        return found
    }

    func explain(_ ticket: String) async throws -> StaffExplanation {
        let listed = try await listed(ticket)
        let explanation = try await explanation(of: listed.ticket)
        let verdict = explanation.verdict
        let wording = Wording(verdict: verdict, now: verdict.at)
        return StaffExplanation(
            ticket: try await shown(listed),
            headline: wording.headline,
            detail: wording.detail.printable,
            isGood: verdict.answer == .admit,
            rules: explanation.steps.enumerated().map { index, step in
                StaffExplanation.Rule(
                    question: step.question,
                    objection: step.objection.map { verdict.sentence(of: $0.refusal).printable } ?? "",
                    decides: index == explanation.decisive
                )
            }
        )
    }

    func perform(_ action: StaffAction, on ticket: String, by who: String, why: String) async throws -> String {
        let listed = try await listed(ticket)
        do {
            let attribution = try Attribution(actor: who, why: why)
            switch action {
            case .admit: return try await admit(listed.ticket, attribution)
            case .undo: return try await undo(listed.ticket.id, attribution)
            case .pay: return try await change(.pay, listed, attribution, "marked as paid")
            case .block: return try await change(.block, listed, attribution, "blocked")
            case .restore: return try await change(.restore, listed, attribution, "restored")
            }
        } catch LedgerError.refused(let sentence) {
            throw StaffRefusal(sentence)
        }
    }

    /// Whoever is let in by hand is shown at the door like everybody else.
    private func admit(_ ticket: Ticket, _ attribution: Attribution) async throws -> String {
        let begin = ContinuousClock.now
        if attribution.why == nil, try await explanation(of: ticket).verdict.answer != .admit {
            throw StaffRefusal("The rules speak against it: say why it is done anyway.")
        }
        let now = WallClock.now
        let trust = clock.trust(wall: now, elapsed: begin)
        let verdict = try await place.desk.admitAnyway(ticket, on: now, clock: trust, by: attribution)
        await news.post(.judged(verdict, source: "staff", elapsed: begin.duration(to: .now)))
        return "Admitted, \(verdict.count) in with this ticket."
    }

    private func undo(_ ticket: TicketID, _ attribution: Attribution) async throws -> String {
        let now = WallClock.now
        switch try await place.desk.undo(ticket, on: now, by: attribution) {
        case .undone(let movement): return "Undone: \(Self.told(movement, seenFrom: now))."
        case .nothing: throw StaffRefusal("Nobody went in or out with this ticket, so there is nothing to undo.")
        case .tooLate(let movement, let limit):
            throw StaffRefusal(
                "\(Self.told(movement, seenFrom: now)) is too long ago: the event lets it be undone for"
                    + " \(Int(limit / .seconds(60))) minutes."
            )
        }
    }

    func dismiss(_ message: String, by who: String) async throws -> String {
        guard let id = MessageID(message), try await ledger.dismiss(id, by: who, on: WallClock.now) else {
            throw StaffRefusal("This message was dismissed already.")
        }
        return "The message is dismissed."
    }

    private func change(
        _ action: TicketAction,
        _ ticket: IssuedTicket,
        _ attribution: Attribution,
        _ done: String
    ) async throws -> String {
        _ = try await ledger.change(action, of: ticket.ticket.id, by: attribution, on: WallClock.now)
        return "The ticket is \(done)."
    }

    private static func told(_ movement: Movement, seenFrom now: Timestamp) -> String {
        let what = movement.kind == .exit ? "exit" : "entry"
        return "\(what) at \(movement.entry.at.localTime(seenFrom: now)), gate \(movement.entry.gate)"
    }

    private func explanation(of ticket: Ticket) async throws -> Explanation {
        let now = WallClock.now
        return try await place.desk.explain(ticket, on: now, clock: clock.trust(wall: now, elapsed: .now))
    }

    private func listed(_ text: String) async throws -> IssuedTicket {
        guard let id = TicketID(text), let ticket = try await ledger.ticket(id) else {
            throw StaffRefusal("This ticket is not on the list.")
        }
        return ticket
    }

    private func shown(_ ticket: IssuedTicket) async throws -> StaffTicket {
        let entries = try await ledger.entries(of: ticket.ticket.id)
        let again = try await ledger.repetitions(of: ticket.ticket.id).count
        return StaffTicket(
            id: ticket.ticket.id.description,
            holder: ticket.holder?.printable ?? "",
            reference: ticket.reference?.printable ?? "",
            tier: ticket.tier?.printable ?? "",
            status: ticket.status.rawValue,
            entered: "\(entries.count) of \(terms.people(of: ticket))" + (again > 0 ? ", shown again \(again)×" : "")
        )
    }
}
