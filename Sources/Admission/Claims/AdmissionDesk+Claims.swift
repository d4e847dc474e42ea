// Claims a movement before somebody is let through.

import Ledger
import TicketSigning

/// What is known about a ticket beyond this box's ledger when the ledger decides.
struct ClaimState: Sendable {
    /// What other boxes did that this ledger has no record of yet.
    var claims: [Claim] = []
    /// The number of the claim that this gate won; `nil` if it has none.
    var number: Int64?
    /// The box whose unrecorded claims were never used; `nil` if that cannot be known.
    var box: BoxID?
    /// Whether all claims are known, although none was made.
    var isComplete = false
    /// The last sequence number that the hub named; 0 for none.
    var lastNumber = 0
    /// Whether the hub has answered that it has no more places in the zone for this box.
    var hasNoMorePlaces = false

    /// The logical times of what other boxes did with the ticket.
    func times(besides own: BoxID) -> [Int64] {
        claims.filter { $0.entry.box != own }.map(\.logicalTime)
    }

    /// Whose knowledge a movement is based on.
    var decider: DecisionSource { number == nil ? .alone : .hub }
}

extension AdmissionDesk {
    /// How often a gate that was behind tries again with what it learned.
    private static let tries = 4

    /// Claims the ticket's next movement if somebody would be let through, then lets the ledger decide. The ledger
    /// has the last word on this box.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - instant: The current time by this machine's wall clock.
    ///   - judge: Returns the verdict for a history.
    ///   - record: Runs the ledger's transaction.
    /// - Returns: The recorded verdict.
    /// - Throws: `LedgerError`; the claim is then released, and nothing was recorded.
    func decide(
        _ ticket: Ticket,
        on instant: Timestamp,
        by judge: (TicketHistory) -> Verdict,
        recording record: (ClaimState) async throws -> Verdict
    ) async throws -> Verdict {
        guard let claims = await claims?.forOneGuest() else { return try await record(ClaimState()) }
        let state = try await claimState(of: ticket, on: instant, asking: claims, by: judge)
        do {
            let verdict = try await record(state)
            if let number = state.number, !verdict.recording.isMovement { await claims.release(number) }
            return verdict
        } catch {
            if let number = state.number { await claims.release(number) }
            throw error
        }
    }

    private func claimState(
        of ticket: Ticket,
        on instant: Timestamp,
        asking claims: any ClaimAuthority,
        by judge: (TicketHistory) -> Verdict
    ) async throws -> ClaimState {
        var state = ClaimState(box: await ownBoxInStep)
        var known = try await ledger.history(of: ticket, at: gate)
        for _ in 0..<Self.tries {
            let history = shared(known, state).adding(state.claims, at: state.box, on: instant)
            let verdict = judge(history)
            if verdict.reason == .roomUnknown {
                let outcome = try await fetchPlace(for: known, asking: claims, on: instant)
                guard let outcome, outcome != .unknown else { break }
                known = try await ledger.history(of: ticket, at: gate)
                state.hasNoMorePlaces = outcome == .noMore
                continue
            }
            guard let kind = verdict.recording.claimKind else {
                guard !state.isComplete, verdict.dependsOnOthers,
                    let all = await claims.claims(
                        of: history.root ?? ticket.id, at: gate.event, in: history.door.zone.name)
                else { break }
                await take(all, into: &state)
                state.isComplete = true
                continue
            }
            let sequenceNumber = max(known.zoneLog.count, state.lastNumber) + 1
            switch await claims.claim(
                request(
                    kind, of: ticket.id, sequenceNumber: sequenceNumber, in: history, on: instant,
                    after: state.times(besides: box.id)))
            {
            case .won(let number, let others):
                state.number = number
                await take(others, into: &state)
                return state
            case .taken(let claims):
                await take(claims, into: &state)
                state.isComplete = true
            case .alone: return state
            }
            for claim in state.claims where known.isUnused(claim, of: state.box, on: instant) {
                await claims.release(claim.number)
            }
        }
        return state
    }

    /// Asks the hub for places, if this box has fewer than it needs in the zone behind the gate.
    ///
    /// - Returns: What it has answered, which the ledger has then; `nil` if there was nothing to ask.
    func fetchPlace(
        for known: TicketHistory,
        asking claims: any ClaimAuthority,
        least: Int = 1,
        on instant: Timestamp
    ) async throws -> PlaceKeeper.Outcome? {
        guard let count = shared(known).door.share?.count, count < least else { return nil }
        return try await PlaceKeeper(ledger: ledger, asking: claims)
            .renew(known.door.zone.name, of: gate.event, least: least, on: instant)
    }

    /// Returns what a ticket is judged by as the ledger has it, with what is known of the places in the zone: with a
    /// hub this box has those that the hub has given it, and no others.
    func shared(_ history: TicketHistory, _ state: ClaimState = ClaimState()) -> TicketHistory {
        let door = history.door
        guard claims != nil, door.inside != nil else { return history.at(door.with(share: nil)) }
        let count = door.share?.count ?? 0
        return history.at(door.with(share: PlacesLeft(count: count, isAll: state.hasNoMorePlaces && count == 0)))
    }

    /// Takes what the hub answered. What boxes claimed that the organiser has revoked keeps nobody out: the hub may not
    /// have heard of it, or not any more. An admission is undone only by a box whose membership permits that, as if it
    /// came with its line. A ledger that cannot be read says so when it records, and then the claim that was won is
    /// released.
    private func take(_ claims: [Claim], into state: inout ClaimState) async {
        state.lastNumber = claims.map(\.sequenceNumber).max() ?? state.lastNumber
        state.claims = claims
        let others = Set(claims.map(\.entry.box)).subtracting([box.id])
        guard !others.isEmpty, let (revoked, mayUndo) = try? await ledger.standing(of: others, at: gate.event) else {
            return
        }
        state.claims.removeAll { claim in
            revoked.contains(claim.entry.box)
                || claim.kind == .void && others.contains(claim.entry.box) && !mayUndo.contains(claim.entry.box)
        }
    }

    /// Claims a ticket's next movement before staff admit somebody.
    ///
    /// - Parameters:
    ///   - ticket: The ticket.
    ///   - seen: What the person saw; `nil` if no one looked the ticket up.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: The claim, and what other boxes did; no claim if there is no answer.
    /// - Throws: ``StaffError/changedMeanwhile(_:)`` if another gate did something that the person has not seen;
    ///   `LedgerError` if the ledger cannot be read.
    func claimForStaff(of ticket: Ticket, seen: SeenTicket?, on instant: Timestamp) async throws -> ClaimState {
        var state = ClaimState(box: await ownBoxInStep)
        guard let claims = await claims?.forOneGuest() else { return state }
        var known = try await ledger.history(of: ticket, at: gate)
        if let outcome = try await fetchPlace(for: known, asking: claims, on: instant) {
            known = try await ledger.history(of: ticket, at: gate)
            state.hasNoMorePlaces = outcome == .noMore
        }
        let zone = known.door.zone.name
        await take(knownClaims(of: ticket, in: known), into: &state)
        for _ in 0..<Self.tries {
            let sequenceNumber = max(known.zoneLog.count, state.lastNumber) + 1
            switch await claims.claim(
                request(
                    .entry, of: ticket.id, sequenceNumber: sequenceNumber, in: known, on: instant,
                    after: state.times(besides: box.id)))
            {
            case .won(let number, let others):
                state.number = number
                await take(others, into: &state)
            case .taken(let claims): await take(claims, into: &state)
            case .alone: return state
            }
            heard.note(state.claims, of: known.root ?? ticket.id, at: zone)
            for claim in state.claims where known.isUnused(claim, of: state.box, on: instant) {
                await claims.release(claim.number)
            }
            let news = known.unrecorded(in: state.claims, at: state.box, on: instant)
            if let seen, seen.heard != SeenTicket.mark(of: news), let last = news.last {
                if let number = state.number { await claims.release(number) }
                throw StaffError.changedMeanwhile(.elsewhere(last.kind, last.entry))
            }
            if state.number != nil { return state }
        }
        return state
    }

    /// This box, if it has all that it shared before; see ``ClaimAuthority/isInStep``.
    var ownBoxInStep: BoxID? {
        get async { await claims?.isInStep == true ? box.id : nil }
    }

    /// The claims that the hub last reported for a ticket.
    func knownClaims(of ticket: Ticket, in history: TicketHistory) -> [Claim] {
        claims == nil ? [] : heard.claims(of: history.root ?? ticket.id, at: history.door.zone.name)
    }

    /// Reports to other gates what staff did here. If the hub does not answer, they learn of it with the next sync.
    ///
    /// - Parameters:
    ///   - kind: What was done and is in the ledger.
    ///   - ticket: The ticket.
    ///   - instant: When it was done.
    /// - Throws: `LedgerError` if the ledger cannot be read.
    func announce(_ kind: Claim.Kind, of ticket: Ticket, on instant: Timestamp) async throws {
        guard let claims else { return }
        let history = try await ledger.history(of: ticket, at: gate)
        var sequenceNumber = history.zoneLog.count
        for _ in 0..<Self.tries where sequenceNumber > 0 {
            let request = request(kind, of: ticket.id, sequenceNumber: sequenceNumber, in: history, on: instant)
            guard case .taken(let all) = await claims.claim(request) else { return }
            // Others have done something that this box has not read yet.
            guard !all.contains(where: { ($0.entry.at, $0.entry.box) == (instant, box.id) }) else { return }
            sequenceNumber = (all.map(\.sequenceNumber).max() ?? sequenceNumber) + 1
        }
    }

    /// Reports to other gates that a movement was undone. If the hub does not answer, they learn of it with the next
    /// sync.
    ///
    /// A void applies to whatever movement precedes it, so it is reported only if others know that movement. A
    /// movement that this box made alone is reported first; for one that another box made alone, nothing is reported.
    ///
    /// - Parameters:
    ///   - movement: The movement that was undone through this gate; it is in the ledger with its void.
    ///   - ticket: The ticket.
    ///   - instant: When it was undone.
    /// - Throws: `LedgerError` if the ledger cannot be read.
    func announce(undoing movement: Movement, of ticket: Ticket, on instant: Timestamp) async throws {
        guard let claims else { return }
        let history = try await ledger.history(of: ticket, at: gate)
        let entry = movement.entry
        guard let place = history.zoneLog.firstIndex(where: { ($0.at, $0.box) == (entry.at, entry.box) }) else {
            return
        }
        let kind: Claim.Kind = movement.kind == .exit ? .exit : .entry
        switch await claims.claim(request(kind, of: ticket.id, sequenceNumber: place + 1, in: history, on: entry.at)) {
        case .won(let number, let others):
            let isKnown = others.contains(entry)
            if isKnown || entry.box != box.id { await claims.release(number) }
            guard isKnown || entry.box == box.id else { return }
        case .taken(let claims):
            guard claims.contains(entry) else { return }
        case .alone: return
        }
        try await announce(.void, of: ticket, on: instant)
    }

    private func request(
        _ kind: Claim.Kind,
        of ticket: TicketID,
        sequenceNumber: Int,
        in history: TicketHistory,
        on instant: Timestamp,
        after others: [Int64] = []
    ) -> ClaimRequest {
        // A ticket and its replacements share one sequence of claims.
        ClaimRequest(
            ticket: history.root ?? ticket,
            gate: gate,
            zone: history.door.zone.name,
            sequenceNumber: sequenceNumber,
            kind: kind,
            at: instant,
            logicalTime: history.logicalTime(on: instant, after: others)
        )
    }
}

extension [Claim] {
    /// Whether one of the claims is this entry: a box does one thing with a ticket at one instant.
    fileprivate func contains(_ entry: Entry) -> Bool {
        contains { ($0.entry.at, $0.entry.box) == (entry.at, entry.box) }
    }
}

extension Verdict {
    /// Whether it may differ by what other boxes have done with the ticket: the guest has left or entered elsewhere.
    fileprivate var dependsOnOthers: Bool {
        switch reason {
        case .alreadyUsed, .notInside, .justAdmitted, .justExited: true
        default: false
        }
    }
}

extension Recording {
    /// The kind of movement to claim for it; `nil` if no one moves.
    fileprivate var claimKind: Claim.Kind? {
        switch self {
        case .admission, .passage, .override: .entry
        case .exit: .exit
        case .logOnly, .repetition, .nothing: nil
        }
    }
}
