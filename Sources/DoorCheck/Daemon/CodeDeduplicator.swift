// Keeps one code that several eyes see from being several guests.

import Scanner
import Synchronization

/// Which codes are before the door, whatever sees them.
///
/// A code that one camera has just seen is not new to another. A hand scanner is different: each pull of its trigger
/// is meant, so what it reads again counts again, but not what a camera has just passed on.
final class CodeDeduplicator: Sendable {
    private struct State {
        var presence = Presence()
        /// What each hand scanner read last, and when.
        var typed: [String: (code: [UInt8], at: ContinuousClock.Instant)] = [:]
    }

    private let state = Mutex(State())

    /// Takes every code for new, also one that is before the door.
    func forget() {
        state.withLock { $0 = State() }
    }

    /// - Parameters:
    ///   - readings: Every code in a camera's frame.
    ///   - instant: When the frame was taken.
    /// - Returns: Those that are new before the door.
    func arrivals(in readings: [DetectedCode], at instant: ContinuousClock.Instant) -> [DetectedCode] {
        state.withLock { $0.presence.arrivals(in: readings, at: instant) }
    }

    /// - Parameters:
    ///   - text: What a hand scanner typed.
    ///   - source: The scanner's name.
    ///   - instant: When.
    /// - Returns: Whether it is to be judged.
    func isNew(_ text: String, typedBy source: String, at instant: ContinuousClock.Instant) -> Bool {
        let code = Array(text.utf8)
        return state.withLock { state in
            let reading = DetectedCode(bytes: code, corners: [])
            let isNew = !state.presence.arrivals(in: [reading], at: instant).isEmpty
            let last = state.typed.updateValue((code, instant), forKey: source)
            guard !isNew, let last else { return isNew }
            return last.code == code && last.at.duration(to: instant) < state.presence.absence
        }
    }
}
