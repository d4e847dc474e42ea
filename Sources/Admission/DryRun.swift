// What a batch that records nothing would have admitted so far.

public import Ledger
public import TicketSigning

/// The movements of a dry run, kept to recognise further pictures of the same ticket.
public struct DryRun: Sendable {
    private var movements: [TicketID: [Movement]] = [:]
    /// The picture in which each ticket was shown first.
    private var pictures: [TicketID: String] = [:]
    /// How many more people are in the zone than the ledger reports.
    private(set) var people = 0

    /// Creates a dry run that has admitted no one yet.
    public init() {}

    /// Returns the movements with a ticket in this dry run.
    ///
    /// - Parameter ticket: The ticket.
    /// - Returns: The movements in order; may be empty.
    public func movements(of ticket: TicketID) -> [Movement] {
        movements[ticket] ?? []
    }

    /// What was known before a picture was judged.
    struct Knowledge: Hashable {
        /// The picture that showed the ticket first; `nil` for that picture itself.
        var picture: String?
        /// The ticket's entries and exits, which did not take place.
        var entries: Set<Entry> = []
        /// How many of the people that fill the zone come from the dry run.
        var people = 0
    }

    /// - Returns: What was known about the ticket before this picture.
    mutating func show(_ ticket: TicketID, in picture: String?) -> Knowledge {
        let entries = Set(movements(of: ticket).map(\.entry))
        let before = pictures[ticket]
        if before == nil { pictures[ticket] = picture }
        return Knowledge(picture: before, entries: entries, people: people)
    }

    mutating func add(_ movement: Movement, of ticket: TicketID) {
        movements[ticket, default: []].append(movement)
        people += movement.people
    }
}
