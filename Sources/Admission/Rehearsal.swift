// What a batch that records nothing would have admitted so far.

public import Ledger
public import TicketSigning

/// Admissions of a rehearsal, so that the second picture of one ticket is told as already used.
public struct Rehearsal: Sendable {
    private var admitted: [TicketID: [Entry]] = [:]

    /// A rehearsal that has admitted nobody yet.
    public init() {}

    /// The admissions of a ticket in this rehearsal.
    ///
    /// - Parameter ticket: Which ticket.
    /// - Returns: In order; possibly none.
    public func entries(of ticket: TicketID) -> [Entry] {
        admitted[ticket] ?? []
    }

    mutating func add(_ entry: Entry, of ticket: TicketID) {
        admitted[ticket, default: []].append(entry)
    }
}
