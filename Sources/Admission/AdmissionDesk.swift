// Turns a code into a verdict.

public import Ledger
public import TicketSigning

/// Judges codes for one gate: the signature first, then the rules, within the ledger's transaction.
///
/// It is given everything it works with; all but the last two are needed to judge anything.
public struct AdmissionDesk: Sendable {
    let ledger: Ledger
    /// The gate that it judges for.
    public private(set) var gate: Gate
    private(set) var verifier: TicketVerifier
    let box: Box
    private let reshowInterval: Duration
    let claims: (any ClaimAuthority)?
    /// The hub's latest answers, for staff; shared by all gates of a box.
    let heard = RecentClaims()

    /// How long a guest who was just admitted at a gate may keep showing the code there: 10 s. Within that time, a
    /// restart of the box between the record and the green light must not turn the verdict into "already used".
    public static let reshowIntervalAtDoor: Duration = .seconds(10)

    /// - Parameters:
    ///   - verifier: A verifier with the keys of this box.
    ///   - ledger: The ledger; it must be open for writing to admit anyone.
    ///   - box: The ledger's own box.
    ///   - event: The event of the gate.
    ///   - gate: The gate's name; its direction and its zone are read from the ledger with every ticket.
    ///   - reshowInterval: How long a used-up ticket shows its admission again at the same gate:
    ///     ``reshowIntervalAtDoor`` at a door, zero where every scan counts.
    ///   - claims: The authority to ask before somebody is let through; `nil` if nothing knows what other gates do.
    public init(
        verifier: TicketVerifier,
        ledger: Ledger,
        box: Box,
        event: Event,
        gate: GateName,
        reshowInterval: Duration = .zero,
        claims: (any ClaimAuthority)? = nil
    ) {
        self.verifier = verifier
        self.ledger = ledger
        self.box = box
        self.gate = Gate(event: event.id, name: gate)
        self.reshowInterval = reshowInterval
        self.claims = claims
    }

    /// Returns the same desk at another gate.
    ///
    /// - Parameter gate: A gate of the same event.
    /// - Returns: A desk that judges by that gate's rules.
    public func moved(to gate: GateName) -> AdmissionDesk {
        var desk = self
        desk.gate = Gate(event: self.gate.event, name: gate)
        return desk
    }

    /// Returns the same desk with other keys.
    ///
    /// - Parameter verifier: A verifier with the keys of this box.
    /// - Returns: A desk that checks tickets with those keys.
    public func trusting(_ verifier: TicketVerifier) -> AdmissionDesk {
        var desk = self
        desk.verifier = verifier
        return desk
    }

    /// Judges a code and records the verdict, which is on disk when this method returns.
    ///
    /// - Parameters:
    ///   - code: The scanned text.
    ///   - instant: The current time by this machine's wall clock.
    ///   - clock: Whether that clock can be trusted.
    ///   - start: Since when the guest has been showing the code to another source, by the same clock; `nil` if the
    ///     code has just come into view. Whoever has passed since then does not pass once more.
    /// - Returns: The verdict; a refusal is a value, not an error.
    /// - Throws: `LedgerError` if no verdict is possible: nothing was recorded, and no one may enter.
    public func decide(
        _ code: String,
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        inViewSince start: Timestamp? = nil
    ) async throws -> Verdict {
        try await decide(examine(code), on: instant, clock: clock, inViewSince: start)
    }

    /// Judges a code whose signature this desk has verified, and records the verdict.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - instant: The current time by this machine's wall clock.
    ///   - clock: Whether that clock can be trusted.
    ///   - start: Since when the guest has been showing the code to another source; `nil` if it has just come into
    ///     view.
    /// - Returns: The verdict; a refusal is a value, not an error.
    /// - Throws: `LedgerError` if no verdict is possible: nothing was recorded, and no one may enter.
    public func decide(
        _ code: ExaminedCode,
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        inViewSince start: Timestamp? = nil
    ) async throws -> Verdict {
        switch try await presented(code) {
        case .signed(let ticket):
            let judge = { @Sendable (history: TicketHistory) in
                verdict(on: RuleContext(ticket, history: history, instant: instant, clock: clock), start)
            }
            return try await decide(ticket.ticket, on: instant, by: judge) { state in
                let others = state.times(besides: box.id)
                return try await ledger.decide(
                    ticket, at: gate, on: instant, knowing: state.decider, after: others
                ) {
                    judge(shared($0, state).adding(state.claims, at: state.box, on: instant))
                }
            }
        case .foreign(let ticket):
            let judge = { @Sendable (history: TicketHistory) in
                verdict(on: RuleContext(foreign: ticket, history: history, instant: instant, clock: clock), start)
            }
            return try await decide(ticket.ticket, on: instant, by: judge) { state in
                let others = state.times(besides: box.id)
                return try await ledger.decide(
                    ticket, at: gate, on: instant, knowing: state.decider, after: others
                ) {
                    judge(shared($0, state).adding(state.claims, at: state.box, on: instant))
                }
            }
        case .rejected(let rejection):
            let verdict = Verdict(rejecting: rejection, at: instant)
            try await ledger.logRefusedCode(verdict, ofCode: code.text, at: gate, on: instant)
            return verdict
        }
    }

    private func verdict(on context: RuleContext, _ start: Timestamp?) -> Verdict {
        let outcome = Self.outcome(in: context)
        return Verdict(self.outcome(reshowing: outcome, since: start, in: context) ?? outcome, in: context)
    }

    /// Judges a code without recording anything.
    ///
    /// - Parameters:
    ///   - code: The scanned text.
    ///   - instant: The current time by this machine's wall clock.
    ///   - clock: Whether that clock can be trusted.
    ///   - picture: The picture that shows the code.
    ///   - dryRun: Collects what would have been admitted, to recognise copies within a batch.
    /// - Returns: The verdict that would be recorded; for a copy, it names the earlier
    ///   picture.
    /// - Throws: `LedgerError` if the ledger cannot be read.
    public func decideWithoutRecording(
        _ code: String,
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        from picture: String? = nil,
        in dryRun: inout DryRun
    ) async throws -> Verdict {
        try await decideWithoutRecording(examine(code), on: instant, clock: clock, from: picture, in: &dryRun)
    }

    /// Judges a code whose signature this desk has verified, without recording anything.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - instant: The current time by this machine's wall clock.
    ///   - clock: Whether that clock can be trusted.
    ///   - picture: The picture that shows the code.
    ///   - dryRun: Collects what would have been admitted, to recognise copies within a batch.
    /// - Returns: The verdict that the method that records would give; for a copy, it names the earlier picture.
    /// - Throws: `LedgerError` if the ledger cannot be read.
    public func decideWithoutRecording(
        _ code: ExaminedCode,
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        from picture: String? = nil,
        in dryRun: inout DryRun
    ) async throws -> Verdict {
        func history(of ticket: Ticket) async throws -> TicketHistory {
            try await ledger.history(of: ticket, at: gate)
                .after(dryRun.movements(of: ticket.id), people: dryRun.people)
        }
        let context: RuleContext
        switch try await presented(code) {
        case .signed(let verified):
            let history = try await history(of: verified.ticket)
            context = RuleContext(verified, history: history, instant: instant, clock: clock)
        case .foreign(let foreign):
            let history = try await history(of: foreign.ticket)
            context = RuleContext(foreign: foreign, history: history, instant: instant, clock: clock)
        case .rejected(let rejection):
            return Verdict(rejecting: rejection, at: instant)
        }
        let (ticket, history) = (context.ticket, context.history)
        let known = dryRun.show(ticket.id, in: picture)
        let verdict = Verdict(Self.outcome(in: context), in: context).given(known)
        if let movement = movement(of: verdict, through: history.door) { dryRun.add(movement, of: ticket.id) }
        return verdict
    }

    /// Returns the ticket that a genuine code is for.
    ///
    /// - Parameter code: The scanned text.
    /// - Returns: The ticket as the code describes it.
    /// - Throws: `TicketRejection` if the code is not a genuine ticket.
    public func ticket(ofCode code: String) throws(TicketRejection) -> Ticket {
        try verifier.verify(code: code).ticket
    }

    static func outcome(in context: RuleContext) -> Verdict.Outcome {
        let direction = context.history.door.gate.direction
        switch EntryRules.standard(at: direction).objection(in: context) {
        case .refuse(let refusal): return .refused(refusal)
        case .ask(let refusal): return .asked(refusal)
        case nil: break
        }
        let use = context.use
        return switch direction {
        case .entry where use.isReturn: .readmitted(count: min(use.taken + 1, max(use.admits, use.taken)))
        case .entry: .admitted(count: use.taken + 1)
        case .exit: .exited(count: max(0, use.inside - 1))
        case .check: .checked(count: use.taken)
        }
    }

    /// The outcome to show instead of a refusal if the ticket's last movement was through this gate a moment ago, and
    /// instead of another movement if it was since the guest began to show the code.
    ///
    /// Further people of a group are not held up: as long as the ticket has a place left, the next scan admits the
    /// next person.
    private func outcome(
        reshowing outcome: Verdict.Outcome,
        since start: Timestamp?,
        in context: RuleContext
    ) -> Verdict.Outcome? {
        guard let last = context.history.passages.last, last.entry.box == box.id,
            last.entry.gate == gate.name.text
        else { return nil }
        let isStillShown = start.map { last.entry.at >= $0 } ?? false
        let since = context.instant.duration(since: last.entry.at)
        guard isStillShown || since >= .zero && since < reshowInterval else { return nil }
        let use = context.use
        return switch (outcome, last.kind) {
        case (.exited, .exit) where isStillShown || use.inside == 0 && haveAllLeft(in: context):
            .justExited(count: use.inside)
        case (.admitted, .entry) where isStillShown, (.admitted, .override) where isStillShown,
            (.readmitted, .entry) where isStillShown, (.readmitted, .override) where isStillShown:
            .justAdmitted(count: use.taken)
        case (.refused(.alreadyUsed), .entry), (.refused(.alreadyUsed), .override): .justAdmitted(count: use.taken)
        case (.asked(.clockNotTrusted), .entry), (.asked(.clockNotTrusted), .override):
            use.hasPlace ? nil : .justAdmitted(count: use.taken)
        case (.readmitted, .entry), (.readmitted, .override):
            use.reentry == .unlimited ? .justAdmitted(count: use.taken) : nil
        case (.refused(.notInside), .exit): .justExited(count: 0)
        default: nil
        }
    }

    /// Whether as many people as the ticket admits have left through this gate a moment ago: a group whose entries are
    /// not known yet leaves one by one.
    private func haveAllLeft(in context: RuleContext) -> Bool {
        context.history.passages.count {
            $0.kind == .exit && $0.entry.box == box.id && $0.entry.gate == gate.name.text
                && context.instant.duration(since: $0.entry.at) < reshowInterval
        } >= context.use.admits
    }

    private func movement(of verdict: Verdict, through door: GateState) -> Movement? {
        let kind: Movement.Kind
        let people: Int
        switch verdict.recording {
        case .admission: (kind, people) = (.entry, 1)
        case .passage: (kind, people) = (.entry, 0)
        case .override(let added): (kind, people) = (.override, added)
        case .exit: (kind, people) = (.exit, -1)
        case .logOnly, .repetition, .nothing: return nil
        }
        return Movement(
            kind: kind,
            entry: Entry(at: verdict.at, gate: gate.name.text, box: box.id, boxName: box.name),
            zone: door.zone.name,
            isReturn: verdict.reason == .readmitted,
            people: people
        )
    }
}
