// Telling all channels what there is to tell.

package import Logging
import ServiceLifecycle

/// Sends what an ``AlertBook`` has for each channel; a channel that fails holds up no other.
package struct AlertDelivery: Service {
    let book: AlertBook
    let senders: [AlertSender]
    let hub: String
    let now: @Sendable () -> Int64
    let logger: Logger
    /// The pause after the first failure; doubled after each further one.
    var firstPause: Duration = .seconds(2)
    /// The longest pause.
    var longestPause: Duration = .seconds(60)

    /// How often a channel looks for something to tell.
    private static let interval: Duration = .milliseconds(500)

    /// How many messages a channel sends within a minute; what comes meanwhile is grouped.
    private static let perMinute = 6

    /// - Parameters:
    ///   - book: The alerts.
    ///   - senders: The channels.
    ///   - hub: The name of the hub.
    ///   - now: The wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - logger: Logs when a channel fails, and when it works again.
    package init(
        _ book: AlertBook, by senders: [AlertSender], hub: String, now: @escaping @Sendable () -> Int64, logger: Logger
    ) {
        (self.book, self.senders, self.hub, self.now, self.logger) = (book, senders, hub, now, logger)
    }

    /// Sends until the shutdown.
    package func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { tasks in
                for sender in senders { tasks.addTask { await deliver(by: sender) } }
            }
        }
    }

    private func deliver(by sender: AlertSender) async {
        var (pause, hasFailed): (Duration, Bool) = (firstPause, false)
        var sent: [ContinuousClock.Instant] = []
        while !Task.isCancelled {
            try? await Task.sleep(for: Self.interval)
            sent.removeAll { .now - $0 >= .seconds(60) }
            guard sent.count < Self.perMinute else { continue }
            let alerts = await book.next(for: sender.name, at: now())
            guard let message = AlertMessage(alerts, hub: hub, now: now()) else { continue }
            if let failure = await sender.send(message) {
                if !hasFailed, failure != .cutShort { note(failure, of: sender) }
                hasFailed = true
                try? await Task.sleep(for: pause)
                pause = min(pause * 2, longestPause)
                continue
            }
            sent.append(.now)
            let lost = await book.told(alerts, by: sender.name)
            if hasFailed || lost > 0 {
                let metadata: Logger.Metadata = ["channel": "\(sender.name)", "lost": "\(lost)"]
                logger.notice("alerts are delivered again", metadata: metadata)
            }
            (pause, hasFailed) = (firstPause, false)
        }
    }

    private func note(_ failure: AlertFailure, of sender: AlertSender) {
        logger.warning("alerts not delivered", metadata: ["channel": "\(sender.name)", "error": "\(failure)"])
    }
}
