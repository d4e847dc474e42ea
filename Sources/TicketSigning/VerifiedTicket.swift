// The proof that a ticket is genuine.

/// A ticket whose signature is valid; only a ``TicketVerifier`` creates one.
///
/// Genuine does not mean welcome: whether the ticket was used, revoked or is for tonight is decided by the ledger.
public struct VerifiedTicket: Hashable, Sendable {
    /// The signed facts.
    public let ticket: Ticket
    /// The id of the key with which they were signed.
    public let keyID: KeyID
    /// The key's epoch: 1 for the event's first key, incremented by each rotation.
    public let epoch: UInt32
}
