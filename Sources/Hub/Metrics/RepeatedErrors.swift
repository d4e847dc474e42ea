// Errors that end many requests at once.

import Logging
import Synchronization

/// Writes one line about an error that ends many requests, and one a minute while it lasts: a database that is gone
/// ends all of them.
final class RepeatedErrors: Sendable {
    private struct Count {
        let written: ContinuousClock.Instant
        var later = 0
    }

    private let counts = Mutex<[String: Count]>([:])

    /// How often a line about the same error is written.
    private static let interval: Duration = .seconds(60)
    /// How many errors are told apart; more are written each time.
    private static let capacity = 100

    /// Writes a line, or counts the error for the next one.
    ///
    /// - Parameters:
    ///   - error: What ended a request.
    ///   - now: The current time.
    ///   - logger: The log.
    func note(_ error: any Error, at now: ContinuousClock.Instant, to logger: Logger) {
        let text = "\(error)"
        let earlier = counts.withLock { counts -> Int? in
            if let count = counts[text], now - count.written < Self.interval {
                counts[text]?.later += 1
                return nil
            }
            let earlier = counts[text]?.later ?? 0
            if counts.count >= Self.capacity { counts = counts.filter { now - $0.value.written < Self.interval } }
            if counts.count < Self.capacity { counts[text] = Count(written: now) }
            return earlier
        }
        guard let earlier else { return }
        logger.error(
            "hub could not answer",
            metadata: ["error": "\(text)"].merging(earlier > 0 ? ["more": "\(earlier)"] : [:]) { first, _ in first })
    }
}
