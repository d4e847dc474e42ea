// People who got in with a ticket that was used up: boxes did not know of each other, or staff let them in.

public import Ledger
public import TicketSigning

/// An admission more than a ticket's terms allow, by whatever way, also by the hand of staff who knew it. It is keyed by
/// its own scan: each is reported once, wherever and however often the scans came together.
public struct DoubleAdmission: Hashable, Sendable {
    /// The admission that was one too many, in the order of the boxes' logical clocks.
    public let later: OrderedMovement
    /// The first of those that had used the ticket up.
    public let earlier: OrderedMovement
    /// Of which event.
    public let event: EventID
    /// What lies behind both gates.
    public let zone: ZoneName

    /// The admissions of a crowd that were too many.
    ///
    /// - Parameters:
    ///   - crowd: Everybody who moved with a ticket.
    ///   - terms: Of the crowd's event.
    /// - Returns: Possibly none, in the order in which they happened.
    public static func all(in crowd: TicketMovements, by terms: EventTerms) -> [DoubleAdmission] {
        var before: [OrderedMovement] = []
        var doubles: [DoubleAdmission] = []
        for next in crowd.movements {
            defer { before.append(next) }
            guard next.movement.kind != .exit else { continue }
            let policy = crowd.listed[next.ticket].map(terms.policy) ?? terms.event.policy
            let use = TicketUse(policy, before.map(\.movement), of: terms.event, on: next.movement.entry.at)
            let earlier = before.first { $0.movement.kind != .exit && $0.movement.entry == use.first }
            guard !use.hasPlace, let earlier else { continue }
            doubles.append(DoubleAdmission(later: next, earlier: earlier, event: crowd.event, zone: crowd.zone))
        }
        return doubles
    }
}

extension Ledger {
    /// All double admissions that this ledger knows of.
    ///
    /// - Parameter event: `nil` for all events.
    /// - Returns: In the order of the later scans' times.
    /// - Throws: `LedgerError`.
    public func doubleAdmissions(of event: EventID? = nil) async throws -> [DoubleAdmission] {
        var terms: [EventID: EventTerms] = [:]
        var doubles: [DoubleAdmission] = []
        for crowd in try await crowds(of: event) {
            if terms[crowd.event] == nil { terms[crowd.event] = try await self.terms(of: crowd.event) }
            guard let terms = terms[crowd.event] else { continue }
            doubles += DoubleAdmission.all(in: crowd, by: terms)
        }
        return doubles.sorted {
            ($0.later.movement.entry.at, $0.later.box, $0.later.seq)
                < ($1.later.movement.entry.at, $1.later.box, $1.later.seq)
        }
    }
}
