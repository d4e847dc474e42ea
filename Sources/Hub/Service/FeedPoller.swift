// Detects what other hubs and commands have written.

import Logging
import ServiceLifecycle

/// Polls the shared database several times a second.
struct FeedPoller: Service {
    let feed: HubFeed
    let store: HubStore
    let watch: DatabaseWatch
    let elapsed: @Sendable () -> ContinuousClock.Instant
    let logger: Logger

    /// The polling interval: a gate's record reaches every other gate within this time plus the latency of a request.
    private static let interval: Duration = .milliseconds(150)

    /// How often it is checked whether the database still answers: a query may wait for an answer without end.
    private static let checkInterval: Duration = .milliseconds(500)

    func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { tasks in
                tasks.addTask { await poll() }
                tasks.addTask { await check() }
            }
        }
    }

    private func poll() async {
        while !Task.isCancelled {
            do {
                try await feed.catchUp(from: store)
                tell(watch.answered(at: elapsed()))
            } catch  where !(error is CancellationError) {
                watch.failed(error)
            } catch {}
            try? await Task.sleep(for: Self.interval)
        }
    }

    private func check() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.checkInterval)
            tell(watch.check(at: elapsed()))
        }
    }

    /// Writes one line when the database fails, and one when it answers again.
    private func tell(_ change: DatabaseWatch.Change?) {
        switch change {
        case .failed(let reason):
            logger.error("hub database does not answer", metadata: ["error": "\(reason ?? "no answer")"])
        case .recovered(let wait):
            logger.notice("hub database answers again", metadata: ["seconds": "\(Int(wait / .seconds(1)))"])
        case nil: break
        }
    }
}
