// What a batch that records nothing would have admitted so far.

public import Ledger
public import TicketSigning

/// Movements of a rehearsal, so that the second picture of one ticket is told as already used.
public struct Rehearsal: Sendable {
    private var movements: [TicketID: [Movement]] = [:]
    /// How many more people are in the zone than the ledger says.
    private(set) var people = 0

    /// A rehearsal that has admitted nobody yet.
    public init() {}

    /// The movements with a ticket in this rehearsal.
    ///
    /// - Parameter ticket: Which ticket.
    /// - Returns: In order; possibly none.
    public func movements(of ticket: TicketID) -> [Movement] {
        movements[ticket] ?? []
    }

    mutating func add(_ movement: Movement, of ticket: TicketID) {
        movements[ticket, default: []].append(movement)
        people += movement.people
    }
}
