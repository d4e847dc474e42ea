// Finds people who entered with a used-up ticket: boxes did not know of each other, or staff admitted them.

public import Ledger
public import TicketSigning

/// An admission beyond a ticket's terms, by any path, including staff who did so knowingly. Its key is its own scan,
/// so each is reported once, wherever and however often the scans are merged.
public struct DoubleAdmission: Hashable, Sendable {
    /// The excess admission, in the order of the boxes' logical clocks.
    public let later: OrderedMovement
    /// The first of the admissions that had used the ticket up.
    public let earlier: OrderedMovement
    /// The event.
    public let event: EventID
    /// The zone behind both gates.
    public let zone: ZoneName

    /// Whether it is known which of the two was first: one box recorded both, staff knew of the first, or both boxes
    /// knew the hub's time.
    public var isOrderKnown: Bool {
        if later.box == earlier.box || later.isDeliberate { return true }
        guard let first = earlier.hubTime, let second = later.hubTime else { return false }
        return second.duration(since: first) > Self.precision
    }

    /// How exactly two boxes know the hub's time together: each to within half a second.
    private static let precision: Duration = .seconds(1)

    /// Returns the excess admissions among a ticket's movements.
    ///
    /// - Parameters:
    ///   - ticket: All movements with a ticket.
    ///   - terms: The terms of the movements' event.
    /// - Returns: The excess admissions in the order in which they happened; may be empty.
    public static func all(in ticket: TicketMovements, by terms: EventTerms) -> [DoubleAdmission] {
        var before: [OrderedMovement] = []
        var doubles: [DoubleAdmission] = []
        for next in ticket.movements {
            defer { before.append(next) }
            guard next.movement.kind != .exit else { continue }
            let policy =
                ticket.listed[next.ticket].map { terms.policy(of: $0) }
                ?? ticket.granted[next.ticket].map { terms.policy(of: $0) } ?? terms.event.policy
            let use = TicketUse(policy, before.map(\.movement), of: terms.event, on: next.movement.entry.at)
            let earlier = before.first { $0.movement.kind != .exit && $0.movement.entry == use.first }
            guard !use.hasPlace, let earlier else { continue }
            doubles.append(DoubleAdmission(later: next, earlier: earlier, event: ticket.event, zone: ticket.zone))
        }
        return doubles
    }
}

extension Ledger {
    /// Returns all double admissions that this ledger knows of.
    ///
    /// - Parameter event: The event; `nil` for all events.
    /// - Returns: The double admissions, ordered by the time of the later scan.
    /// - Throws: `LedgerError`.
    public func doubleAdmissions(of event: EventID? = nil) async throws -> [DoubleAdmission] {
        var terms: [EventID: EventTerms] = [:]
        var doubles: [DoubleAdmission] = []
        for ticket in try await multipleEntries(of: event) {
            if terms[ticket.event] == nil { terms[ticket.event] = try await self.terms(of: ticket.event) }
            guard let terms = terms[ticket.event] else { continue }
            doubles += DoubleAdmission.all(in: ticket, by: terms)
        }
        return doubles.sorted {
            ($0.later.time, $0.later.box, $0.later.seq) < ($1.later.time, $1.later.box, $1.later.seq)
        }
    }
}
