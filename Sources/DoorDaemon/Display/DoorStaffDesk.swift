// Actions on the staff page, performed by the door.

import Admission
import DoorDisplay
import DoorOutput
import DoorTexts
import Ledger
import Logging
import TicketSigning

/// Serves the staff page from the ledger and the desk of this gate.
struct DoorStaffDesk: StaffDesk {
    let door: DoorContext
    let ledger: Ledger
    let event: EventID
    let clock: ClockMonitor
    let news: EventBus
    /// The language of staff.
    var language = Language.english
    /// Whether tickets may be sold here, as far as the configuration says.
    var sells = false
    /// The tickets on no list that staff were asked about.
    var asked = AskedTickets()
    let logger: Logger

    private static let mostFound = 50

    func gates() async throws -> [StaffGate] {
        try await ledger.gateSettings(of: event).map {
            StaffGate(name: $0.name.text, direction: $0.direction.rawValue)
        }
    }

    func move(to gate: String, by who: String) async throws -> String {
        guard let name = GateName(gate), try await ledger.gates(of: event).contains(name) else {
            throw StaffRefusal(said(.gateUnknown))
        }
        let before = door.gate
        door.move(to: name)
        // A change of gate is logged at any configured level.
        logger.warning("gate changed", metadata: ["before": "\(before)", "gate": "\(name)", "by": "\(who.printable)"])
        return said(.gateMoved, ["gate": name.text])
    }

    func find(_ text: String) async throws -> [StaffTicket] {
        // Changes that the organiser makes while the door is open apply at once, as they do in the rules.
        let terms = try await ledger.terms(of: event)
        var found: [StaffTicket] = []
        for ticket in try await ledger.tickets(matching: text, limit: Self.mostFound)
        where ticket.ticket.event == event {
            let entered = try await ledger.entries(of: ticket.ticket.id).count
            let shownAgain = try await ledger.repetitions(of: ticket.ticket.id).count
            found.append(
                StaffTicket(ticket, entered: entered, of: terms?.people(of: ticket) ?? 1, shownAgain: shownAgain))
        }
        for (ticket, facts) in try await ledger.grantedTickets(matching: text, of: event) {
            let entered = try await ledger.entries(of: ticket.id).count
            let shownAgain = try await ledger.repetitions(of: ticket.id).count
            let people = terms?.people(of: facts) ?? 1
            found.append(StaffTicket(facts, ticket.id, entered: entered, of: people, shownAgain: shownAgain))
        }
        return found
    }

    func explain(_ ticket: String, signedIn epoch: UInt32?) async throws -> StaffExplanation {
        let now = WallClock.now
        let explanation = try await door.desk.explain(
            try await known(ticket), signedIn: epoch, on: now, clock: clock.trust(wall: now, elapsed: .now))
        let verdict = explanation.verdict
        // All values on the page are from the same moment as the version.
        guard let history = verdict.history, let id = verdict.ticket?.id, let seen = explanation.seen else {
            throw notListed
        }
        let wording = Wording(verdict: verdict, now: verdict.at, language: language)
        let entered = history.movements.count { $0.kind != .exit }
        let shownAgain = try await ledger.repetitions(of: id).count
        let admits = verdict.use?.admits ?? 1
        let shown =
            history.listed.map { StaffTicket($0, entered: entered, of: admits, shownAgain: shownAgain) }
            ?? history.granted.map { StaffTicket($0, id, entered: entered, of: admits, shownAgain: shownAgain) }
            ?? StaffTicket(unlisted: id, entered: entered, of: admits, shownAgain: shownAgain)
        return StaffExplanation(
            ticket: shown,
            version: "\(seen)",
            style: verdict.style,
            headline: wording.headline,
            detail: wording.reason.printable,
            isGood: verdict.answer == .admit,
            canUndo: !history.movements.isEmpty,
            rules: explanation.steps.enumerated().map { index, step in
                StaffExplanation.Rule(
                    question: StaffTexts.question(step.question, in: language),
                    objection: step.objection.map { verdict.sentence(of: $0.refusal, in: language).printable } ?? "",
                    decides: index == explanation.decisive
                )
            },
            reasons: reasons(for: seen.objections)
        )
    }

    /// Returns common reasons for overriding one rule; if several rules object, staff enter a reason themselves.
    private func reasons(for objections: [Reason]) -> [String] {
        guard objections.count == 1 else { return [] }
        return switch objections[0] {
        case .unpaid: [said(.paidHere), said(.showedReceipt)]
        case .check: [said(.checkedIt)]
        default: []
        }
    }

    func perform(
        _ action: StaffAction,
        on ticket: String,
        signedIn epoch: UInt32?,
        seen version: String,
        by who: String,
        why: String
    ) async throws -> StaffResult {
        let ticket = try await known(ticket)
        guard let seen = SeenTicket(version) else {
            throw StaffRefusal(said(.pageOutdated), .changedMeanwhile)
        }
        do {
            let attribution = try Attribution(actor: who, why: why)
            switch action {
            case .admit: return try await admit(ticket, signedIn: epoch, seen, attribution)
            case .admitPaid: return try await admit(ticket, signedIn: epoch, seen, attribution, isPaid: true)
            case .undo: return try await undo(ticket.id, seen, attribution)
            case .pay: return try await change(.pay, ticket.id, seen, attribution, .didPay)
            case .block: return try await change(.block, ticket.id, seen, attribution, .didBlock)
            case .restore: return try await change(.restore, ticket.id, seen, attribution, .didRestore)
            }
        } catch LedgerError.refused(let sentence) {
            throw StaffRefusal(sentence)
        } catch {
            guard let change = ChangedMeanwhile(error, seenFrom: WallClock.now, in: language) else { throw error }
            throw StaffRefusal(change.sentence, change.lacksReason ? .reasonNeeded : .changedMeanwhile)
        }
    }

    /// Admits someone by hand, and shows it at the door like any admission.
    private func admit(
        _ ticket: Ticket,
        signedIn epoch: UInt32?,
        _ seen: SeenTicket,
        _ attribution: Attribution,
        isPaid: Bool = false
    ) async throws -> StaffResult {
        let begin = ContinuousClock.now
        let now = WallClock.now
        let trust = clock.trust(wall: now, elapsed: begin)
        let verdict =
            if isPaid {
                try await door.desk.admitPaid(
                    ticket, signedIn: epoch, seen: seen, on: now, clock: trust, by: attribution)
            } else {
                try await door.desk.admitAnyway(
                    ticket, signedIn: epoch, seen: seen, on: now, clock: trust, by: attribution)
            }
        await news.post(.judged(verdict, source: "staff", elapsed: begin.duration(to: .now)))
        return StaffResult(said(isPaid ? .didPayAndAdmit : .didAdmit, ["count": "\(verdict.count)"]))
    }

    private func undo(_ ticket: TicketID, _ seen: SeenTicket, _ attribution: Attribution) async throws -> StaffResult {
        let now = WallClock.now
        switch try await door.desk.undo(ticket, seen: seen.version, on: now, by: attribution) {
        case .undone(let movement):
            return StaffResult(
                said(.didUndo, ["movement": told(movement, seenFrom: now)]), undone: movement.entry.at.milliseconds)
        case .nothing: throw StaffRefusal(said(.nothingToUndo))
        case .tooLate(let movement, let limit):
            throw StaffRefusal(
                said(
                    .undoTooLate,
                    ["movement": told(movement, seenFrom: now), "count": "\(Int(limit / .seconds(60)))"]))
        }
    }

    func dismiss(_ message: String, by who: String) async throws -> String {
        guard let id = MessageID(message), try await ledger.dismiss(id, by: who, on: WallClock.now) else {
            throw StaffRefusal(said(.messageGone))
        }
        return said(.messageDismissed)
    }

    private func change(
        _ action: TicketAction,
        _ ticket: TicketID,
        _ seen: SeenTicket,
        _ attribution: Attribution,
        _ done: StaffLabel
    ) async throws -> StaffResult {
        let changed = try await ledger.change(
            action, of: ticket, seen: seen.version, by: attribution, on: WallClock.now)
        guard changed != nil else { throw notListed }
        return StaffResult(said(done))
    }

    private func told(_ movement: Movement, seenFrom now: Timestamp) -> String {
        said(
            movement.kind == .exit ? .exitAt : .entryAt,
            ["time": movement.entry.at.localTime(seenFrom: now), "gate": movement.entry.gate])
    }

    func said(_ label: StaffLabel, _ fillings: [String: String] = [:]) -> String {
        StaffTexts.page(label, in: language, fillings)
    }

    private func known(_ text: String) async throws -> Ticket {
        guard let id = TicketID(text) else { throw notListed }
        if let ticket = try await ledger.knownTicket(id) { return ticket }
        guard let ticket = asked.ticket(id) else { throw notListed }
        return ticket
    }

    private var notListed: StaffRefusal { StaffRefusal(said(.notListed)) }
}

extension StaffTicket {
    /// Creates a page's form of a partner's ticket.
    fileprivate init(_ granted: GrantedTicket, _ id: TicketID, entered: Int, of admits: Int, shownAgain: Int) {
        self.init(
            id: id.description, holder: granted.name.printable, reference: "", tier: granted.tier?.printable ?? "",
            status: granted.status.rawValue, entered: entered, admits: admits, shownAgain: shownAgain)
    }

    /// Creates a page's form of a genuine ticket that is on no list.
    fileprivate init(unlisted id: TicketID, entered: Int, of admits: Int, shownAgain: Int) {
        self.init(
            id: id.description, holder: "", reference: "", tier: "", status: "unlisted", entered: entered,
            admits: admits,
            shownAgain: shownAgain)
    }

    /// Creates a page's form of a listed ticket.
    fileprivate init(_ ticket: IssuedTicket, entered: Int, of admits: Int, shownAgain: Int) {
        self.init(
            id: ticket.ticket.id.description,
            holder: ticket.holder?.printable ?? "",
            reference: ticket.reference?.printable ?? "",
            tier: ticket.tier?.printable ?? "",
            status: ticket.status.rawValue,
            entered: entered,
            admits: admits,
            shownAgain: shownAgain
        )
    }
}
