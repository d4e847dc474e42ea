// What staff do at a gate by hand.

public import Ledger
public import TicketSigning

extension AdmissionDesk {
    /// Lets somebody in whatever the rules say, and writes down who did it, why, and what the rules said.
    ///
    /// A ticket that nothing speaks against enters as it always would.
    ///
    /// - Parameters:
    ///   - ticket: On the list, or from a genuine code; of the event at this gate.
    ///   - instant: Now, by this machine's wall clock.
    ///   - clock: Whether that clock can be believed.
    ///   - attribution: Who, and why.
    /// - Returns: ``Verdict/Outcome/overruled(_:count:)``.
    /// - Throws: `LedgerError`; `LedgerError.refused` at a gate that lets nobody in, or for another event's ticket.
    public func admitAnyway(
        _ ticket: Ticket,
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        by attribution: Attribution
    ) async throws -> Verdict {
        guard ticket.event == gate.event else {
            throw LedgerError.refused("Ticket \(ticket.id) is for another event; it cannot be admitted here.")
        }
        let doorways = try await ledger.doorways(of: gate.event)
        guard doorways.first(where: { $0.name == gate.name })?.direction ?? .entry == .entry else {
            throw LedgerError.refused("Gate '\(gate.name)' lets nobody in; name an entry gate with --gate.")
        }
        let verdict = try await ledger.decideWithoutVerifying(
            ticket, at: gate, on: instant, attribution: attribution
        ) {
            let circumstances = Circumstances(ticket: ticket, history: $0, instant: instant, clock: clock)
            return Verdict(Self.outcome(in: circumstances).overruled(in: circumstances), in: circumstances)
        }
        if verdict.recording.isMovement { try await announce(.entry, of: ticket, on: instant) }
        return verdict
    }

    /// Takes back the last movement of a ticket, at whichever gate it was.
    ///
    /// - Parameters:
    ///   - ticket: The ticket's identifier.
    ///   - instant: Now, by this machine's wall clock.
    ///   - attribution: Who, and why.
    /// - Returns: What was undone, or why nothing was.
    /// - Throws: `LedgerError`; then nothing was recorded.
    public func undo(_ ticket: TicketID, on instant: Timestamp, by attribution: Attribution) async throws -> Undo {
        let undo = try await ledger.undo(ticket, on: instant, by: attribution)
        if case .undone(let movement) = undo, let listed = try await ledger.ticket(ticket),
            let place = GateName(movement.entry.gate)
        {
            try await moved(to: place).announce(undoing: movement, of: listed.ticket, on: instant)
        }
        return undo
    }

    /// Tells how a ticket would be judged here, rule by rule. Nothing is recorded.
    ///
    /// - Parameters:
    ///   - ticket: On the list, or from a genuine code.
    ///   - instant: Any moment.
    ///   - clock: Whether the clock can be believed.
    /// - Returns: Every rule's answer, and the verdict.
    /// - Throws: `LedgerError` when the ledger cannot be read.
    public func explain(
        _ ticket: Ticket,
        on instant: Timestamp,
        clock: ClockTrust = .trusted
    ) async throws -> Explanation {
        try await explain(ticket, signedIn: nil, on: instant, clock: clock)
    }

    private func explain(
        _ ticket: Ticket,
        signedIn epoch: UInt32?,
        on instant: Timestamp,
        clock: ClockTrust
    ) async throws -> Explanation {
        let history = try await ledger.history(of: ticket, at: gate)
        let circumstances = Circumstances(
            ticket: ticket, epoch: epoch, history: history, instant: instant, clock: clock)
        return Explanation(
            steps: [.genuine] + EntryRules.standard(at: history.door.gate.direction).explanation(in: circumstances),
            verdict: Verdict(Self.outcome(in: circumstances), in: circumstances)
        )
    }

    /// Tells how a code would be judged here, rule by rule; no rule is asked about one that is not genuine.
    ///
    /// - Parameters:
    ///   - code: As scanned.
    ///   - instant: Any moment.
    ///   - clock: Whether the clock can be believed.
    /// - Returns: Every check's answer, and the verdict.
    /// - Throws: `LedgerError` when the ledger cannot be read.
    public func explain(
        code: String,
        on instant: Timestamp,
        clock: ClockTrust = .trusted
    ) async throws -> Explanation {
        let verified: VerifiedTicket
        do throws(TicketRejection) {
            verified = try verifier.verify(code: code)
        } catch {
            let step = ExplainedStep(question: ExplainedStep.genuine.question, objection: .refuse(.rejected(error)))
            return Explanation(steps: [step], verdict: Verdict(rejecting: error, at: instant))
        }
        return try await explain(verified.ticket, signedIn: verified.epoch, on: instant, clock: clock)
    }
}

extension Verdict.Outcome {
    /// The same ticket let in by staff.
    fileprivate func overruled(in circumstances: Circumstances) -> Verdict.Outcome {
        switch self {
        case .refused(let refusal), .asked(let refusal): .overruled(refusal, count: circumstances.use.taken + 1)
        default: self
        }
    }
}
