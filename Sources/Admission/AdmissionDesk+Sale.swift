// Sells tickets at the gate to guests who have none.

public import Ledger
import TicketSigning

/// The rules object to a sale at the gate, and nobody has accepted that; nothing was recorded.
public struct SaleObjection: Error, Hashable, Sendable, CustomStringConvertible {
    /// What the rules object to, each reason once, in the order in which they came up: one or more.
    public let objections: [Objection]

    /// One objection, with the verdict that it is part of.
    public struct Objection: Hashable, Sendable {
        /// What the rule objects to.
        public let refusal: Refusal
        /// The verdict on the guest.
        public let verdict: Verdict
    }

    /// The reasons, as ``AdmissionDesk/sell(_:at:accepting:on:clock:by:)`` takes them.
    public var reasons: [Reason] { objections.map(\.refusal.reason) }

    /// One sentence without a name, for logs.
    public var description: String {
        "The rules object (\(reasons.map(\.rawValue).joined(separator: ", "))), so nothing was sold; give a reason to "
            + "do it anyway."
    }
}

/// The verdict on one of those who enter with a ticket that is sold at the gate.
private struct SoldEntry: RecordableVerdict {
    let verdict: Verdict
    let objections: [Refusal]

    var answer: Answer { verdict.answer }
    var reasonCode: String { verdict.reasonCode }
    var recording: Recording { verdict.recording }
}

extension AdmissionDesk {
    /// Sells a ticket to guests who have none, and admits them, in one transaction: the ticket, the payment and each
    /// entry are recorded, or nothing.
    ///
    /// The rules judge each of the people as they judge any guest. If one objects, for instance because the zone is
    /// full, nothing is sold, unless the person has read all objections and gives a reason. If a hub is reachable, it
    /// is asked for places first. No movement is claimed: no other gate can know the ticket yet.
    ///
    /// - Parameters:
    ///   - sale: The sale. One that was done before is not done again, whatever else it says now.
    ///   - seen: The gate that the person saw.
    ///   - accepted: The objections that the person has read; empty for none.
    ///   - instant: The current time by this machine's wall clock.
    ///   - clock: Whether the clock can be trusted.
    ///   - attribution: Who sells the ticket, and why.
    /// - Returns: The ticket, with a verdict on each of the people; or with nothing done, if the sale was done before.
    /// - Throws: ``SaleObjection``; `StaffError.changedMeanwhile` at another gate; `LedgerError.refused` at a gate that
    ///   admits no one, and if this box may not add such a ticket; other `LedgerError`. Nothing is recorded then.
    public func sell(
        _ sale: DoorSale,
        at seen: GateName,
        accepting accepted: [Reason] = [],
        on instant: Timestamp,
        clock: ClockTrust = .trusted,
        by attribution: Attribution
    ) async throws -> DoorSaleResult<Verdict> {
        let state = try await placesForSale(of: sale.people, on: instant)
        let result = try await ledger.sell(
            sale, at: gate, on: instant, by: attribution,
            judging: { ticket, history, moment in
                guard history.door.gate.name == seen else { throw StaffError.changedMeanwhile(.gate(gate.name)) }
                guard history.door.gate.direction == .entry else {
                    throw LedgerError.refused("Gate '\(gate.name)' admits no one; name an entry gate with --gate.")
                }
                let context = RuleContext(
                    ticket: ticket, history: shared(history, state), instant: moment, clock: clock)
                return SoldEntry(
                    verdict: Verdict(Self.outcome(in: context).overruled(in: context), in: context),
                    objections: EntryRules.standard(at: .entry).explanation(in: context)
                        .compactMap { $0.objection?.refusal })
            },
            approving: { entries in
                let objection = SaleObjection(entries)
                guard !objection.objections.isEmpty else { return }
                guard attribution.why != nil, accepted == objection.reasons else { throw objection }
            })
        return switch result {
        case .sold(let ticket, let entries): .sold(ticket, entries.map(\.verdict))
        case .soldBefore(let ticket, let entered): .soldBefore(ticket, entered: entered)
        }
    }

    /// Asks the hub for places if this box has too few in the zone behind the gate.
    private func placesForSale(of people: Int, on instant: Timestamp) async throws -> ClaimState {
        var state = ClaimState()
        guard let claims = await claims?.forOneGuest() else { return state }
        let nobody = Ticket(event: gate.event, user: .random(), id: .random())
        let known = try await ledger.history(of: nobody, at: gate)
        let outcome = try await fetchPlace(for: known, asking: claims, least: people, on: instant)
        state.hasNoMorePlaces = outcome == .noMore
        return state
    }
}

extension SaleObjection {
    fileprivate init(_ entries: [SoldEntry]) {
        var seen: Set<Reason> = []
        objections = entries.flatMap { entry in
            entry.objections.filter { seen.insert($0.reason).inserted }
                .map { Objection(refusal: $0, verdict: entry.verdict) }
        }
    }
}
