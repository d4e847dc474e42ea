// What staff do by hand at a gate.

public import Ledger
public import TicketSigning

extension AdmissionDesk {
    /// Admits one person even if the rules object, and records who decided it, why, and what the rules said.
    ///
    /// The rules run in the transaction that records the admission. A ticket that no rule objects to enters as usual;
    /// otherwise a reason is required. If a hub is reachable, the ticket's next movement is claimed first.
    ///
    /// - Parameters:
    ///   - ticket: A ticket of this gate's event, from the list or from a genuine code.
    ///   - epoch: The epoch of the key that signed the code; `nil` if no code was shown.
    ///   - seen: What the person saw, from ``explain(_:signedIn:on:clock:)``; `nil` if no one looked the ticket up.
    ///   - instant: The current time by this machine's wall clock.
    ///   - clock: Whether the clock can be trusted.
    ///   - attribution: Who decided it, and why.
    /// - Returns: ``Verdict/Outcome/overruled(_:count:)``, or the rules' own outcome if they admit the ticket.
    /// - Throws: ``StaffError`` and `LedgerError.changedMeanwhile` if the person may not be admitted this way;
    ///   `LedgerError.refused` at a gate that admits no one, or for another event's ticket; other `LedgerError`.
    ///   Nothing is recorded then.
    public func admitAnyway(
        _ ticket: Ticket,
        signedIn epoch: UInt32? = nil,
        seen: SeenTicket? = nil,
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        by attribution: Attribution
    ) async throws -> Verdict {
        try await admit(ticket, signedIn: epoch, seen: seen, on: instant, clock: clock, paying: false, by: attribution)
    }

    /// Marks an unpaid ticket as paid and admits one person with it, in one transaction: both are recorded, or neither.
    ///
    /// The rules run as if the ticket had been paid before. If another one objects, a reason is required, as in
    /// ``admitAnyway(_:signedIn:seen:on:clock:by:)``.
    ///
    /// - Parameters:
    ///   - ticket: A ticket of this gate's event that is on the list.
    ///   - epoch: The epoch of the key that signed the code; `nil` if no code was shown.
    ///   - seen: What the person saw, from ``explain(_:signedIn:on:clock:)``; `nil` if no one looked the ticket up.
    ///   - instant: The current time by this machine's wall clock.
    ///   - clock: Whether the clock can be trusted.
    ///   - attribution: Who took the money and admits the guest, and why.
    /// - Returns: The rules' own outcome, or ``Verdict/Outcome/overruled(_:count:)`` if another rule objects.
    /// - Throws: As ``admitAnyway(_:signedIn:seen:on:clock:by:)``, and `LedgerError.refused` for a ticket that cannot
    ///   be marked as paid, such as a blocked one or a partner's. Nothing is recorded then.
    public func admitPaid(
        _ ticket: Ticket,
        signedIn epoch: UInt32? = nil,
        seen: SeenTicket? = nil,
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        by attribution: Attribution
    ) async throws -> Verdict {
        try await admit(ticket, signedIn: epoch, seen: seen, on: instant, clock: clock, paying: true, by: attribution)
    }

    private func admit(
        _ ticket: Ticket,
        signedIn epoch: UInt32?,
        seen: SeenTicket?,
        on instant: Timestamp,
        clock: ClockTrust,
        paying payment: Bool,
        by attribution: Attribution
    ) async throws -> Verdict {
        guard ticket.event == gate.event else {
            throw LedgerError.refused("Ticket \(ticket.id) is for another event; it cannot be admitted here.")
        }
        if let seen, seen.gate != gate.name { throw StaffError.changedMeanwhile(.gate(gate.name)) }
        let state = try await claimForStaff(of: ticket, seen: seen, on: instant)
        do {
            let verdict = try await ledger.decideWithoutVerifying(
                ticket, at: gate, seen: seen?.version, on: instant, after: state.times(besides: box.id),
                with: payment, attribution: attribution
            ) { history in
                let news = history.unrecorded(in: state.claims, at: state.box, on: instant)
                let context = RuleContext(
                    ticket: ticket, signer: epoch.map { .key(epoch: $0) },
                    history: shared(history, state).adding(news, at: state.box, on: instant), instant: instant,
                    clock: clock)
                return try judge(byHand: context, seen: payment ? seen?.paid : seen, given: news, by: attribution)
            }
            if let number = state.number, !verdict.recording.isMovement { await claims?.release(number) }
            return verdict
        } catch {
            if let number = state.number { await claims?.release(number) }
            throw error
        }
    }

    /// Returns what to record when staff admit somebody, provided that the person saw the current state.
    private func judge(
        byHand context: RuleContext,
        seen: SeenTicket?,
        given news: [Claim],
        by attribution: Attribution
    ) throws -> Verdict {
        guard context.history.door.gate.direction == .entry else {
            throw LedgerError.refused("Gate '\(gate.name)' admits no one; name an entry gate with --gate.")
        }
        let outcome = Self.outcome(in: context)
        let verdict = Verdict(outcome, in: context)
        if let seen {
            let isHeard = seen.heard == SeenTicket.mark(of: news)
            if !isHeard, let last = news.last {
                throw StaffError.changedMeanwhile(.elsewhere(last.kind, last.entry))
            }
            guard isHeard, seen.objections == SeenTicket.objections(in: context) else {
                throw StaffError.changedMeanwhile(.rules(verdict))
            }
        }
        if attribution.why == nil, verdict.answer != .admit { throw StaffError.reasonNeeded(verdict) }
        return Verdict(outcome.overruled(in: context), in: context)
    }

    /// Undoes the last movement of a ticket, at any gate.
    ///
    /// - Parameters:
    ///   - ticket: The ticket's identifier.
    ///   - seen: The version that the person saw; `nil` if no one looked the ticket up.
    ///   - instant: The current time by this machine's wall clock.
    ///   - attribution: Who decided it, and why.
    /// - Returns: What was undone, or why nothing was undone.
    /// - Throws: `LedgerError`, including `LedgerError.changedMeanwhile`; nothing is recorded then.
    public func undo(
        _ ticket: TicketID,
        seen: TicketVersion? = nil,
        on instant: Timestamp,
        by attribution: Attribution
    ) async throws -> Undo {
        let undo = try await ledger.undo(ticket, seen: seen, on: instant, by: attribution)
        if case .undone(let movement) = undo, let known = try await ledger.knownTicket(ticket),
            let place = GateName(movement.entry.gate)
        {
            try await moved(to: place).announce(undoing: movement, of: known, on: instant)
        }
        return undo
    }

    /// Explains, rule by rule, how a ticket would be judged here. Records nothing.
    ///
    /// - Parameters:
    ///   - ticket: A ticket from the list or from a genuine code.
    ///   - epoch: The epoch of the key that signed the code; `nil` if no code was shown.
    ///   - instant: Any point in time.
    ///   - clock: Whether the clock can be trusted.
    /// - Returns: Every rule's answer, the verdict, and the token to act with, all from one snapshot.
    /// - Throws: `LedgerError` if the ledger cannot be read.
    public func explain(
        _ ticket: Ticket,
        signedIn epoch: UInt32? = nil,
        on instant: Timestamp,
        clock: ClockTrust = .trusted
    ) async throws -> Explanation {
        try await explain(ticket, signedBy: epoch.map { .key(epoch: $0) }, on: instant, clock: clock)
    }

    private func explain(
        _ ticket: Ticket,
        signedBy signer: TicketSignatory?,
        on instant: Timestamp,
        clock: ClockTrust
    ) async throws -> Explanation {
        var (known, version) = try await ledger.historyAndVersion(of: ticket, at: gate)
        var room = ClaimState()
        if let claims,
            let outcome = try await fetchPlace(for: known, asking: await claims.forOneGuest(), on: instant)
        {
            (known, version) = try await ledger.historyAndVersion(of: ticket, at: gate)
            room.hasNoMorePlaces = outcome == .noMore
        }
        let own = await ownBoxInStep
        let news = known.unrecorded(in: knownClaims(of: ticket, in: known), at: own, on: instant)
        let history = shared(known, room).adding(news, at: own, on: instant)
        let context = RuleContext(
            ticket: ticket, signer: signer, history: history, instant: instant, clock: clock)
        return Explanation(
            steps: [.genuine] + EntryRules.standard(at: history.door.gate.direction).explanation(in: context),
            verdict: Verdict(Self.outcome(in: context), in: context),
            seen: SeenTicket(version, in: context, given: news)
        )
    }

    /// Explains, rule by rule, how a code would be judged here. No rule runs for a code that is not genuine.
    ///
    /// - Parameters:
    ///   - code: The scanned text.
    ///   - instant: Any point in time.
    ///   - clock: Whether the clock can be trusted.
    /// - Returns: Every check's answer, and the verdict.
    /// - Throws: `LedgerError` if the ledger cannot be read.
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
        return try await explain(verified.ticket, signedBy: verified.signer, on: instant, clock: clock)
    }
}

extension Verdict.Outcome {
    /// The outcome if staff admit the same ticket.
    func overruled(in context: RuleContext) -> Verdict.Outcome {
        switch self {
        case .refused(let refusal), .asked(let refusal): .overruled(refusal, count: context.use.taken + 1)
        default: self
        }
    }
}
