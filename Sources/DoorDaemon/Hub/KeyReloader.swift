// Updating the door's keys while it runs.

import DoorInstallation
import HubClient
import Ledger
import Logging
import ServiceLifecycle
import TicketSigning

/// Detects keys that a sync or a command added or retired, fetches missing ones, and updates the desk's key ring
/// without interrupting the door.
struct KeyReloader: Service {
    let keys: KeyProvisioner
    /// The hub; `nil` for none.
    let hub: HubKeys?
    let door: DoorContext
    let logger: Logger

    private static let interval: Duration = .seconds(1)
    /// The delay before a missing key is requested from the hub again.
    private static let timeout: Duration = .seconds(20)

    func run() async {
        await cancelWhenGracefulShutdown {
            var known: (keys: [KeyRecord], grants: [PartnerGrant])?
            var ring: KeyRing?
            var next = ContinuousClock.now
            while !Task.isCancelled {
                do {
                    let facts = try await keys.context.ledger.keys()
                    let grants = try await keys.context.ledger.verifyingGrants()
                    if facts != known?.keys || grants != known?.grants {
                        // Even if a file cannot be read, a retired key or grant is not trusted any longer.
                        if let ring {
                            let retired = Set(facts.filter(\.isRetired).map(\.keyID))
                            let lost = Set((known?.grants ?? []).map(\.id)).subtracting(grants.map(\.id))
                            door.trust(ring.without(retired).without(lost))
                        }
                        let current = try await keys.ring()
                        door.trust(current)
                        ring = current
                        if known != nil {
                            let counts: Logger.Metadata = ["keys": "\(facts.count)", "grants": "\(grants.count)"]
                            logger.notice("keys changed", metadata: counts)
                        }
                        (known, next) = ((facts, grants), .now)
                    }
                    if next <= .now {
                        next = .now + Self.timeout
                        let added = try await keys.fetchMissing(from: hub)
                        if !added.isEmpty {
                            let current = try await keys.ring()
                            door.trust(current)
                            ring = current
                        }
                    }
                } catch {
                    if !Task.isCancelled {
                        logger.warning("keys not updated", metadata: ["error": "\(error)"])
                    }
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
