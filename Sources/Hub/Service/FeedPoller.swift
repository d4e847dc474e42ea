// Detects what other hubs and commands have written.

import Logging
import ServiceLifecycle

/// Polls the shared database several times a second.
struct FeedPoller: Service {
    let feed: HubFeed
    let store: HubStore
    let logger: Logger

    /// The polling interval: a gate's record reaches every other gate within this time plus the latency of a request.
    private static let interval: Duration = .milliseconds(150)

    func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await feed.catchUp(from: store)
                } catch  where !(error is CancellationError) {
                    logger.warning("hub database does not answer", metadata: ["error": "\(error)"])
                } catch {}
                try? await Task.sleep(for: Self.interval)
            }
        }
    }
}
