// Keeping the key folder in accordance with the ledger.

package import HubClient
import Ledger
package import TicketSigning

/// The keys that this box should have, and where to fetch them.
package struct KeyProvisioner {
    package let context: CommandContext

    package init(context: CommandContext) {
        self.context = context
    }

    /// Fetches valid keys that the ledger knows but the key folder lacks.
    ///
    /// A sealed key does not identify its sender, so a key is kept only if the ledger has its record.
    ///
    /// - Parameter hub: The hub; `nil` for none.
    /// - Returns: The keys added to the folder.
    /// - Throws: `HubClientError`, `KeyFileError`, `LedgerError`.
    package func fetchMissing(from hub: HubKeys?) async throws -> [KeyID] {
        let facts = try await context.ledger.keys()
        let here = Set(try context.keys.eventKeys(for: facts).map(\.keyID))
        let secret = facts.filter { !$0.isRetired && $0.suite == .hmacSHA256 }
        let missing = Set(secret.map(\.keyID)).subtracting(here)
        guard let hub, !missing.isEmpty else { return [] }
        let found = try await hub.fetch().filter { key in
            missing.contains(key.keyID)
                && facts.contains { $0.keyID == key.keyID && $0.event == key.event && $0.epoch == key.epoch }
        }
        for key in found { try context.keys.keep(key) }
        return found.map(\.keyID)
    }

    /// Returns the keys that verify tickets now; without any valid key, no ticket is genuine.
    ///
    /// - Throws: `KeyFileError`, `LedgerError`.
    package func ring() async throws -> KeyRing {
        try context.keys.knownRing(for: try await context.recordedKeys())
    }
}
