// Notices what other hubs have written.

import Logging
import ServiceLifecycle

/// Looks at the shared database several times a second.
struct FeedPoller: Service {
    let feed: HubFeed
    let store: HubStore
    let logger: Logger

    /// A gate's record is at every other gate within this and a request's way.
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
