// Brings the key folder to what the ledger says of keys.

import Hub
import Ledger
import TicketSigning

/// The keys that this box should have, and where it gets them.
struct KeyProvisioner {
    let context: CommandContext

    /// Fetches good keys that the ledger knows of and the key folder lacks.
    ///
    /// A sealed key does not say who sealed it, so only one that the ledger has the facts of is kept.
    ///
    /// - Parameter hub: `nil` for none.
    /// - Returns: The keys that are new in the folder.
    /// - Throws: `HubClientError`, `KeyFileError`, `LedgerError`.
    func fetchMissing(from hub: HubKeys?) async throws -> [KeyID] {
        let facts = try await context.ledger.keys()
        let here = Set(try context.keys.eventKeys(for: facts).map(\.keyID))
        let missing = Set(facts.filter { !$0.isRetired && !here.contains($0.keyID) }.map(\.keyID))
        guard let hub, !missing.isEmpty else { return [] }
        let found = try await hub.fetch().filter { key in
            missing.contains(key.keyID) && facts.contains { $0.keyID == key.keyID && $0.event == key.event }
        }
        for key in found { try context.keys.keep(key) }
        return found.map(\.keyID)
    }

    /// What tickets are checked with now; without any good key, no ticket is genuine.
    ///
    /// - Throws: `KeyFileError`, `LedgerError`.
    func ring() async throws -> KeyRing {
        var ring = KeyRing()
        for key in try context.keys.eventKeys(for: try await context.ledger.keys()) { try ring.insert(key) }
        return ring
    }
}
