// Whether the door still turns.

import Synchronization

/// Who is at work, and since when; work that does not end is a door that hangs.
///
/// Waiting for a guest, for a camera to come back or for the next line is no work.
final class Watchdog: Sendable {
    private let begun = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Somebody has begun a turn.
    ///
    /// - Parameter name: Whose turn; each has one at a time.
    func turn(_ name: String) {
        begun.withLock { $0[name] = .now }
    }

    /// Somebody has nothing to do until something comes.
    ///
    /// - Parameter name: Who.
    func rest(_ name: String) {
        begun.withLock { $0[name] = nil }
    }

    /// - Parameter limit: The longest that a turn may take.
    /// - Returns: Whether no turn takes longer.
    func areWell(within limit: Duration) -> Bool {
        begun.withLock { $0.values.allSatisfy { $0.duration(to: .now) < limit } }
    }
}
