// What a batch that records nothing would have admitted so far.

public import Ledger
public import TicketSigning

/// The movements of a rehearsal, kept to recognise further pictures of the same ticket.
public struct DryRun: Sendable {
    private var movements: [TicketID: [Movement]] = [:]
    /// The picture in which each ticket was shown first.
    private var pictures: [TicketID: String] = [:]
    /// How many more people are in the zone than the ledger reports.
    private(set) var people = 0

    /// Creates a rehearsal that has admitted no one yet.
    public init() {}

    /// Returns the movements with a ticket in this rehearsal.
    ///
    /// - Parameter ticket: The ticket.
    /// - Returns: The movements in order; may be empty.
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
