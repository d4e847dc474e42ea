// Preventing one code that several cameras see from counting as several guests.

import Scanner
import Synchronization

/// The codes in view, from any camera or scanner.
///
/// A code that one camera has just seen is not new to another camera. A hand scanner is different: each pull of its
/// trigger is deliberate, so a code that it reads again counts again, but a code that a camera has just reported does
/// not.
final class CodeDeduplicator: Sendable {
    private struct State {
        var presence = Presence()
        /// The last code that each hand scanner read, and when.
        var typed: [String: (code: [UInt8], at: ContinuousClock.Instant)] = [:]
    }

    private let state = Mutex(State())

    /// Forgets all codes, so that even a code still in view counts as new.
    func forget() {
        state.withLock { $0 = State() }
    }

    /// - Parameters:
    ///   - readings: All codes in a camera's frame.
    ///   - instant: The time the frame was taken.
    /// - Returns: The codes that have come into view.
    func arrivals(in readings: [DetectedCode], at instant: ContinuousClock.Instant) -> [DetectedCode] {
        state.withLock { $0.presence.arrivals(in: readings, at: instant) }
    }

    /// - Parameters:
    ///   - text: The text that a hand scanner typed.
    ///   - source: The scanner's name.
    ///   - instant: The time it was typed.
    /// - Returns: Whether to judge the code.
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
