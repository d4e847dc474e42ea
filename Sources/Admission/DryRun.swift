// What a batch that records nothing would have admitted so far.

public import Ledger
public import TicketSigning

/// Movements of a rehearsal, so that the second picture of one ticket is told as the same ticket.
public struct DryRun: Sendable {
    private var movements: [TicketID: [Movement]] = [:]
    /// The picture in which each ticket was shown first.
    private var pictures: [TicketID: String] = [:]
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

    /// - Returns: The picture that showed the ticket before; `nil` for the first one.
    mutating func show(_ ticket: TicketID, in picture: String?) -> String? {
        if let before = pictures[ticket] { return before }
        pictures[ticket] = picture
        return nil
    }

    mutating func add(_ movement: Movement, of ticket: TicketID) {
        movements[ticket, default: []].append(movement)
        people += movement.people
    }
}
