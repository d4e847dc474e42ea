// The time of a simulation, which passes only where something takes it.

import Synchronization
import TicketSigning

@testable import Ledger

/// The true time, the same for all.
final class SimulatedTime: Sendable {
    private let milliseconds = Atomic<Int64>(beginning)
    private let start = ContinuousClock.now

    private static let beginning: Int64 = 1_790_000_000_000

    /// Milliseconds since 1970-01-01 00:00:00 UTC.
    var now: Int64 { milliseconds.load(ordering: .relaxed) }

    /// The same by a clock that does not jump.
    var elapsed: ContinuousClock.Instant { start + .milliseconds(now - Self.beginning) }

    func pass(_ span: Int64) {
        milliseconds.wrappingAdd(max(0, span), ordering: .relaxed)
    }
}

/// A box's own clock, which can be wrong.
final class SimulatedClock: Sendable {
    private let time: SimulatedTime
    private let offset: Atomic<Int64>
    private let highest: Highest

    /// The latest time that a box showed: what one copy of it wrote, the others go on behind.
    private final class Highest: Sendable {
        let milliseconds = Atomic<Int64>(0)
    }

    init(_ time: SimulatedTime) {
        self.time = time
        offset = Atomic(0)
        highest = Highest()
    }

    /// The clock of a copy of a box, as wrong as the one of the box.
    init(copying other: SimulatedClock) {
        time = other.time
        highest = other.highest
        offset = Atomic(other.offset.load(ordering: .relaxed))
    }

    /// What it shows.
    var now: Timestamp {
        let shown = time.now + offset.load(ordering: .relaxed)
        highest.milliseconds.max(shown, ordering: .relaxed)
        return Timestamp(milliseconds: shown)
    }

    /// The latest time that it, or a copy of its box, ever showed.
    var latest: Int64 { highest.milliseconds.load(ordering: .relaxed) }

    func jump(by span: Int64) {
        offset.wrappingAdd(span, ordering: .relaxed)
    }
}
