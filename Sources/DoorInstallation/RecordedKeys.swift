// What the ledger says about keys.

package import Ledger
package import TicketSigning

/// The keys of all events in the ledger, from one look at it.
package struct RecordedKeys {
    /// The facts of all keys.
    package let facts: [KeyRecord]
    /// The public keys that the organiser has signed and not retired.
    package let publicKeys: [VerifyingKey]
    /// What the organiser lets partners sell, and has not taken back.
    package let grants: [PartnerGrant]
    /// The organiser that the ledger belongs to; `nil` for none.
    package let organiser: Root?

    /// The ids of the keys whose tickets are not genuine any more.
    package var retired: Set<KeyID> { Set(facts.filter(\.isRetired).map(\.keyID)) }
}

extension CommandContext {
    /// Reads the keys in the ledger.
    ///
    /// - Throws: `LedgerError`.
    package func recordedKeys() async throws -> RecordedKeys {
        RecordedKeys(
            facts: try await ledger.keys(), publicKeys: try await ledger.verifyingKeys(),
            grants: try await ledger.verifyingGrants(), organiser: try await ledger.root())
    }

    /// Returns all keys that can verify tickets on this machine.
    ///
    /// - Throws: `KeyFileError`, `LedgerError`; ``CommandError`` if there is no key at all.
    package func keyRing() async throws -> KeyRing {
        try keys.ring(for: try await recordedKeys())
    }
}
