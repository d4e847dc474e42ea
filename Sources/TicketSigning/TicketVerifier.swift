// Distinguishes genuine ticket codes from all others.

/// Checks ticket codes against the keys of a box; needs no network and has no state.
public struct TicketVerifier: Sendable {
    private let keyRing: KeyRing

    /// Creates a verifier.
    ///
    /// - Parameter keyRing: The keys whose tickets are accepted.
    public init(keyRing: KeyRing) {
        self.keyRing = keyRing
    }

    /// Parses and verifies a code.
    ///
    /// - Parameter code: The content of a QR code; any text.
    /// - Returns: The proof that the ticket is genuine.
    /// - Throws: The first ``TicketRejection`` that applies, in the order of its cases.
    /// - Complexity: One HMAC; 1.4 µs in all on a server's core.
    public func verify(code: String) throws(TicketRejection) -> VerifiedTicket {
        try verify(SignedTicket(code: code))
    }

    /// Verifies a code that has been parsed.
    ///
    /// - Parameter signed: A well-formed code.
    /// - Returns: The proof that the ticket is genuine.
    /// - Throws: ``TicketRejection/unknownKey`` or ``TicketRejection/forged``.
    public func verify(_ signed: SignedTicket) throws(TicketRejection) -> VerifiedTicket {
        guard let key = keyRing[signed.keyID] else { throw .unknownKey }
        // Key and ticket agree on suite and event if keys are derived correctly, but a ring may also contain a key
        // from a file that was written by hand.
        guard key.suite == signed.suite,
            key.isValid(tag: signed.tag, of: signed.body),
            key.event == signed.unverifiedTicket.event
        else { throw .forged }
        return VerifiedTicket(ticket: signed.unverifiedTicket, keyID: signed.keyID, epoch: key.epoch)
    }
}
