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
/// whatever it has read in between, but a code that a camera or another scanner has just reported does not.
public final class CodeDeduplicator: Sendable {
    /// The time out of view after which a code counts as new again.
    public let absence: Duration
    /// The maximum number of tracked codes; beyond it, the codes out of view the longest are forgotten. 256 codes of
    /// the largest QR size (2,953 bytes) take 0.8 MB.
    public let capacity: Int

    /// When a code was seen.
    private struct Appearance {
        let first: ContinuousClock.Instant
        var last: ContinuousClock.Instant
        /// When each barcode scanner read it last.
        var typed: [String: ContinuousClock.Instant] = [:]
    }

    private let codes = Mutex<[[UInt8]: Appearance]>([:])

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
        codes.withLock { $0 = [:] }
    }

    /// Processes the codes of a camera's frame and returns those that came into view.
    ///
    /// Call it for every frame, including frames without a code.
    ///
    /// - Parameters:
    ///   - detected: Every code read in the frame; copies of one code count once.
    ///   - instant: The time of capture.
    /// - Returns: The codes that are new, in the same order.
    public func arrivals(in detected: [DetectedCode], at instant: ContinuousClock.Instant) -> [DetectedCode] {
        codes.withLock { codes in
            expire(&codes, at: instant)
            let new = detected.filter { code in
                defer { codes[code.bytes, default: Appearance(first: instant, last: instant)].last = instant }
                return codes[code.bytes] == nil
            }
            forgetBeyondCapacity(&codes)
            return new
        }
    }

    /// Processes a code that a barcode scanner typed.
    ///
    /// - Parameters:
    ///   - text: The code.
    ///   - source: The scanner's name.
    ///   - instant: The time at which it was typed.
    /// - Returns: Since when the code has been in view of another source; `nil` if it is new.
    public func inViewSince(
        _ text: String,
        typedBy source: String,
        at instant: ContinuousClock.Instant
    ) -> ContinuousClock.Instant? {
        let code = Array(text.utf8)
        return codes.withLock { codes in
            expire(&codes, at: instant)
            let before = codes[code]
            codes[code, default: Appearance(first: instant, last: instant)].last = instant
            codes[code]?.typed[source] = instant
            forgetBeyondCapacity(&codes)
            let isMeant = before?.typed[source].map { $0.duration(to: instant) < absence } ?? false
            return isMeant ? nil : before?.first
        }
    }

    private func expire(_ codes: inout [[UInt8]: Appearance], at instant: ContinuousClock.Instant) {
        codes = codes.filter { $0.value.last.duration(to: instant) < absence }
    }

    private func forgetBeyondCapacity(_ codes: inout [[UInt8]: Appearance]) {
        guard codes.count > capacity else { return }
        let newest = codes.sorted { $0.value.last > $1.value.last }.prefix(capacity)
        codes = Dictionary(uniqueKeysWithValues: newest.map { ($0.key, $0.value) })
    }
}
