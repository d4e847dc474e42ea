// Where a code becomes a verdict.

public import Ledger
public import TicketSigning

/// Judges codes for one gate: signature first, then the rules, within the ledger's transaction.
public struct AdmissionDesk: Sendable {
    private let verifier: TicketVerifier
    private let ledger: Ledger
    private let box: Box
    private let event: Event
    private let gate: Gate
    private let rules: EntryRules
    private let lingering: Duration

    /// How long a guest who was just admitted at a gate may keep showing the code there: 10 s, in which a restart of
    /// the box between the record and the green light must not turn into "already used".
    public static let lingeringAtDoor: Duration = .seconds(10)

    /// - Parameters:
    ///   - verifier: With the keys of this box.
    ///   - ledger: Opened for writing if anything is to be admitted.
    ///   - box: The ledger's own.
    ///   - event: The event behind the door.
    ///   - gate: The door's name.
    ///   - lingering: For how long the same ticket at the same gate shows its admission again;
    ///     ``lingeringAtDoor`` at a door, zero where every showing counts.
    ///   - rules: In the order in which they are asked.
    public init(
        verifier: TicketVerifier,
        ledger: Ledger,
        box: Box,
        event: Event,
        gate: GateName,
        lingering: Duration = .zero,
        rules: EntryRules = .standard
    ) {
        self.verifier = verifier
        self.ledger = ledger
        self.box = box
        self.event = event
        self.gate = Gate(event: event.id, name: gate)
        self.lingering = lingering
        self.rules = rules
    }

    /// Judges a code and records the verdict; on disk when this returns.
    ///
    /// - Parameters:
    ///   - code: As scanned.
    ///   - instant: Now, by this machine's wall clock.
    /// - Returns: The verdict; "no" is a value.
    /// - Throws: `LedgerError` for "don't know": nothing was recorded, nobody may enter.
    public func decide(_ code: String, on instant: Timestamp) async throws -> Verdict {
        let ticket: VerifiedTicket
        do throws(TicketRejection) {
            ticket = try verifier.verify(code: code)
        } catch {
            let verdict = rejection(error, on: instant)
            try await ledger.remark(verdict, ofCode: code, at: gate, on: instant)
            return verdict
        }
        return try await ledger.decide(ticket, at: gate, on: instant) { history in
            let verdict = judge(ticket.ticket, history, on: instant)
            return isLingering(verdict) ? verdict.asJustAdmitted : verdict
        }
    }

    /// Judges a code and records nothing.
    ///
    /// - Parameters:
    ///   - code: As scanned.
    ///   - instant: Now, by this machine's wall clock.
    ///   - rehearsal: Keeps what would have been admitted, so that a copy is told in the same batch.
    /// - Returns: The verdict that ``decide(_:on:)`` would give.
    /// - Throws: `LedgerError` when the ledger cannot be read.
    public func rehearse(
        _ code: String,
        on instant: Timestamp,
        in rehearsal: inout Rehearsal
    ) async throws -> Verdict {
        let ticket: VerifiedTicket
        do throws(TicketRejection) {
            ticket = try verifier.verify(code: code)
        } catch {
            return rejection(error, on: instant)
        }
        let history = try await ledger.history(of: ticket).adding(rehearsal.entries(of: ticket.ticket.id))
        let verdict = judge(ticket.ticket, history, on: instant)
        if verdict.recording == .admission {
            let entry = Entry(at: instant, gate: gate.name.text, box: box.id, boxName: box.name)
            rehearsal.add(entry, of: ticket.ticket.id)
        }
        return verdict
    }

    private func rejection(_ rejection: TicketRejection, on instant: Timestamp) -> Verdict {
        Verdict(outcome: .refused(.rejected(rejection)), at: instant, ticket: nil, history: nil)
    }

    private func judge(_ ticket: Ticket, _ history: TicketHistory, on instant: Timestamp) -> Verdict {
        let circumstances = Circumstances(ticket: ticket, history: history, event: event, instant: instant)
        let outcome: Verdict.Outcome =
            switch rules.objection(in: circumstances) {
            case .refuse(let refusal): .refused(refusal)
            case .ask(let refusal): .asked(refusal)
            case nil: .admitted(count: history.entries.count + 1)
            }
        return Verdict(outcome: outcome, at: instant, ticket: ticket, history: history)
    }

    /// Whether a code that nothing else speaks against was admitted here a moment ago.
    private func isLingering(_ verdict: Verdict) -> Bool {
        guard let last = verdict.history?.entries.last, last.box == box.id, last.gate == gate.name.text else {
            return false
        }
        switch verdict.outcome {
        case .admitted, .refused(.alreadyUsed): break
        case .justAdmitted, .refused, .asked: return false
        }
        let since = verdict.at.duration(since: last.at)
        return since >= .zero && since < lingering
    }
}
