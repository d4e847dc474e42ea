// Reduces the readings of one code, thirty a second and by several cameras, to one guest.

public import QRReader
internal import Synchronization

/// The codes in view of a door, from any camera or barcode scanner, so that a code is judged once.
///
/// A code counts as in view until it has not been read for ``absence``; a frame or two in which it cannot be read make
/// no difference, and a code that one camera has just seen is not new to another. Each code is tracked separately, so a
/// different code is new in the first frame that shows it.
///
/// A barcode scanner is different: each pull of its trigger is deliberate, so a code that it reads again counts again,
/// but a code that a camera has just reported does not.
public final class CodeDeduplicator: Sendable {
    /// The time out of view after which a code counts as new again.
    public let absence: Duration
    /// The maximum number of tracked codes; beyond it, the codes out of view the longest are forgotten. 256 codes of
    /// the largest QR size (2,953 bytes) take 0.8 MB.
    public let capacity: Int

    private struct State {
        var lastSeen: [[UInt8]: ContinuousClock.Instant] = [:]
        /// The last code that each barcode scanner read, and when.
        var typed: [String: (code: [UInt8], at: ContinuousClock.Instant)] = [:]
    }

    private let state = Mutex(State())

    /// Creates a deduplicator that has seen no code.
    ///
    /// - Parameters:
    ///   - absence: The time out of view after which a code counts as new again, 0 or more.
    ///   - capacity: The maximum number of tracked codes, 1 or more.
    public init(absence: Duration = .milliseconds(1500), capacity: Int = 256) {
        self.absence = absence
        self.capacity = max(capacity, 1)
    }

    /// Forgets all codes, so that even a code still in view counts as new.
    public func forget() {
        state.withLock { $0 = State() }
    }

    /// Processes the codes of a camera's frame and returns those that came into view.
    ///
    /// Call it for every frame, including frames without a code.
    ///
    /// - Parameters:
    ///   - codes: Every code read in the frame; copies of one code count once.
    ///   - instant: The time of capture.
    /// - Returns: The codes that are new, in the order of `codes`.
    public func arrivals(in codes: [DetectedCode], at instant: ContinuousClock.Instant) -> [DetectedCode] {
        state.withLock { state in
            expire(&state, at: instant)
            let new = codes.filter { state.lastSeen.updateValue(instant, forKey: $0.bytes) == nil }
            forgetBeyondCapacity(&state)
            return new
        }
    }

    /// Processes a code that a barcode scanner typed.
    ///
    /// - Parameters:
    ///   - text: The code.
    ///   - source: The scanner's name.
    ///   - instant: The time at which it was typed.
    /// - Returns: Whether to judge the code.
    public func isNew(_ text: String, typedBy source: String, at instant: ContinuousClock.Instant) -> Bool {
        let code = Array(text.utf8)
        return state.withLock { state in
            expire(&state, at: instant)
            let isNew = state.lastSeen.updateValue(instant, forKey: code) == nil
            forgetBeyondCapacity(&state)
            let last = state.typed.updateValue((code, instant), forKey: source)
            guard !isNew, let last else { return isNew }
            return last.code == code && last.at.duration(to: instant) < absence
        }
    }

    private func expire(_ state: inout State, at instant: ContinuousClock.Instant) {
        state.lastSeen = state.lastSeen.filter { $0.value.duration(to: instant) < absence }
    }

    private func forgetBeyondCapacity(_ state: inout State) {
        guard state.lastSeen.count > capacity else { return }
        let newest = state.lastSeen.sorted { $0.value > $1.value }.prefix(capacity)
        state.lastSeen = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
