// Detection of parts of the door that hang.

import Synchronization

/// The workers that are busy, and since when; a worker that stays busy too long hangs.
///
/// Waiting for a guest, for a camera to return or for the next line does not count as busy.
final class Watchdog: Sendable {
    private let begun = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Records that a worker has begun a turn.
    ///
    /// - Parameter name: The worker's name; each worker has one turn at a time.
    func turn(_ name: String) {
        begun.withLock { $0[name] = .now }
    }

    /// Records that a worker waits for input.
    ///
    /// - Parameter name: The worker's name.
    func rest(_ name: String) {
        begun.withLock { $0[name] = nil }
    }

    /// - Parameter limit: The longest permitted duration of a turn.
    /// - Returns: Whether every turn is within the limit.
    func areWell(within limit: Duration) -> Bool {
        begun.withLock { $0.values.allSatisfy { $0.duration(to: .now) < limit } }
    }
}
