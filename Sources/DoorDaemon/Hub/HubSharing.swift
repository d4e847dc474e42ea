// Sharing records with the hub while the door runs.

import DoorTexts
import HubClient
import Ledger
import Logging
import ServiceLifecycle
import Sync

/// Sends new local records and fetches new remote records every second.
struct HubSharing: Service {
    let ledger: Ledger
    let key: BoxKey
    let transport: HubSyncTransport
    let claims: ClaimClient
    let logger: Logger

    /// Claims coordinate the gates; shared records are for reports and for when the hub is unreachable.
    private static let interval: Duration = .seconds(1)
    /// The delay in seconds before retrying a hub that does not answer; random, so that boxes do not return at once.
    private static let pause = 2.0...6.0

    func run() async {
        await cancelWhenGracefulShutdown {
            var isConnected = true
            while !Task.isCancelled {
                do {
                    let outcome = try await SyncSession(
                        ledger, signedBy: key, over: transport, now: { WallClock.now }
                    ).run()
                    await claims.didSync()
                    for sentence in outcome.received.sentences { logger.error("\(sentence)") }
                    if !isConnected { logger.notice("hub reached again") }
                    isConnected = true
                    try? await Task.sleep(for: Self.interval)
                } catch  where Task.isCancelled {
                    return
                } catch {
                    if isConnected { logger.warning("hub unreachable", metadata: ["error": "\(error)"]) }
                    isConnected = false
                    try? await Task.sleep(for: .seconds(.random(in: Self.pause)))
                }
            }
        }
    }
}
