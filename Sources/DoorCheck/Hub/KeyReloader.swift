// Has the door go by the keys that are good now.

import Hub
import Ledger
import Logging
import ServiceLifecycle

/// Notices when a key was added or retired, by a sync or a command, fetches what is missing, and gives the desk its new
/// ring; the door goes on meanwhile.
struct KeyReloader: Service {
    let keys: KeyProvisioner
    /// `nil` for none.
    let hub: HubKeys?
    let place: DoorContext
    let logger: Logger

    private static let interval: Duration = .seconds(1)
    /// How soon a hub that did not have a key is asked again.
    private static let timeout: Duration = .seconds(20)

    func run() async {
        await cancelWhenGracefulShutdown {
            var known: [KeyRecord]?
            var next = ContinuousClock.now
            while !Task.isCancelled {
                do {
                    let facts = try await keys.context.ledger.keys()
                    if facts != known {
                        place.trust(try await keys.ring())
                        if known != nil { logger.notice("keys changed", metadata: ["keys": "\(facts.count)"]) }
                        (known, next) = (facts, .now)
                    }
                    if next <= .now {
                        next = .now + Self.timeout
                        let added = try await keys.fetchMissing(from: hub)
                        if !added.isEmpty { place.trust(try await keys.ring()) }
                    }
                } catch {
                    if !Task.isCancelled {
                        logger.warning("keys not brought up to date", metadata: ["error": "\(error)"])
                    }
                }
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
