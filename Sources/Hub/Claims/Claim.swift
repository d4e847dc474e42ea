// A claim that stands.

public import TicketSigning

/// Who records which of the things that happen with a ticket.
public struct Claim: Hashable, Sendable {
    /// Its place in the ticket's order, from 1.
    public let sequenceNumber: Int64
    /// What it is.
    public let kind: ClaimKind
    /// The box that has it.
    public let box: BoxID
    /// Under which of its numbers.
    public let number: Int64
    /// What people call that box.
    public let boxName: String
    /// At which gate.
    public let gate: String
    /// By that box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64
}
