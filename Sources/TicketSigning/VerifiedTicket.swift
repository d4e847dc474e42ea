// The proof that a ticket is genuine.

/// A ticket whose signature holds; only a ``TicketVerifier`` makes one.
///
/// Genuine is not yet welcome: whether it was used, revoked or is for tonight is the ledger's to say.
public struct VerifiedTicket: Hashable, Sendable {
    /// The facts that were signed.
    public let ticket: Ticket
    /// The key that they were signed with.
    public let keyID: KeyID
    /// Which of the event's keys it is: 1 for the first, one more after each rotation.
    public let epoch: UInt32
}
