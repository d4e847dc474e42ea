// Shares records with the hub as long as the door runs.

import Hub
import Ledger
import Logging
import ServiceLifecycle
import Sync

/// Sends what is new here and fetches what is new there, every second.
struct HubSharing: Service {
    let ledger: Ledger
    let transport: HubSyncTransport
    let logger: Logger

    /// Claims keep gates together; what is shared here is for reports and for when the hub is away.
    private static let interval: Duration = .seconds(1)
    /// How long a hub that does not answer is left in peace; spread, so that boxes do not all come back at once.
    private static let pause = 2.0...6.0

    func run() async {
        await cancelWhenGracefulShutdown {
            var isConnected = true
            while !Task.isCancelled {
                do {
                    let outcome = try await SyncSession(ledger, over: transport, now: { WallClock.now }).run()
                    if let sentence = outcome.received.lossSentence { logger.error("\(sentence)") }
                    for alarm in outcome.received.alarms {
                        logger.error("records contradict each other", metadata: ["box": "\(alarm.box)"])
                    }
                    if !isConnected { logger.notice("hub reached again") }
                    isConnected = true
                    try? await Task.sleep(for: Self.interval)
                } catch  where Task.isCancelled {
                    return
                } catch {
                    if isConnected { logger.warning("hub not reached", metadata: ["error": "\(error)"]) }
                    isConnected = false
                    try? await Task.sleep(for: .seconds(.random(in: Self.pause)))
                }
            }
        }
    }
}
