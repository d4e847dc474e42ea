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
            var known: [KeyRecord]?
            var ring: KeyRing?
            var next = ContinuousClock.now
            while !Task.isCancelled {
                do {
                    let facts = try await keys.context.ledger.keys()
                    if facts != known {
                        // Even if a file cannot be read, a retired key is not trusted any longer.
                        if let ring { door.trust(ring.without(Set(facts.filter(\.isRetired).map(\.keyID)))) }
                        let current = try await keys.ring()
                        door.trust(current)
                        ring = current
                        if known != nil { logger.notice("keys changed", metadata: ["keys": "\(facts.count)"]) }
                        (known, next) = (facts, .now)
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
