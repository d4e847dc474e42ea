// Preventing an unreachable server from filling the log.

import Logging
import Webhook

/// Logs each kind of failure when it first occurs after a success, and the next success.
actor WebhookFailureLog {
    private let logger: Logger
    private var told: Set<String> = []

    /// - Parameter logger: Receives the failures as warnings.
    init(logger: Logger) {
        self.logger = logger
    }

    /// - Parameter failure: An error of the webhook module.
    func note(_ failure: some Error & CustomStringConvertible) {
        guard told.insert(failure.description).inserted else { return }
        logger.warning("webhook failed", metadata: ["error": "\(failure)"])
    }

    /// - Parameter count: The number of oldest deliveries dropped for newer ones.
    func noteLost(_ count: Int) {
        guard count > 0, told.insert("lost").inserted else { return }
        logger.error("webhook queue full", metadata: ["lost": "the oldest; the receiver sees a gap in `webhook-id`"])
    }

    func noteSuccess() {
        guard !told.isEmpty else { return }
        told = []
        logger.notice("webhook works again")
    }
}
