// What a box knows of its hub between requests.

import HubProtocol
import Ledger
import Synchronization
import TicketSigning

/// The lines that the hub has, by its answers, and by what was sent to it and read from it; and how far its records
/// were read.
///
/// A hub that was restored says so with another epoch: it is then asked for all of it again.
final class HubMemory: Sendable {
    private struct State {
        /// Lines of each log that the hub has, each with all that it follows.
        var logs: [LogID: [LogPoint]] = [:]
        var end: FeedCursor?
        /// The boxes of which the hub takes no lines.
        var closed: Set<BoxID> = []
        /// Whether it takes lines of other boxes from this one.
        var takesOthers = false
        var readEnd: FeedCursor?
        var newsEpoch: FeedCursor.Epoch?
    }

    private let state = Mutex(State())

    /// The position of the last answer; `nil` for none.
    var end: FeedCursor? { state.withLock(\.end) }

    /// The end of the history when all of it was read; `nil` for never.
    var readEnd: FeedCursor? {
        get { state.withLock(\.readEnd) }
        set { state.withLock { $0.readEnd = newValue } }
    }

    /// The history in which there were news last; `nil` for never.
    var newsEpoch: FeedCursor.Epoch? {
        get { state.withLock(\.newsEpoch) }
        set { state.withLock { $0.newsEpoch = newValue } }
    }

    /// Adds an answer.
    func add(_ have: Wire.Have) {
        state.withLock { state in
            if have.whole { state.logs = [:] }
            for log in have.logs { state.logs[LogID(kind: log.kind, box: log.box)] = log.points }
            state.end = FeedCursor(epoch: have.epoch, rev: have.rev)
            (state.closed, state.takesOthers) = (Set(have.closed), have.relay)
        }
    }

    /// Adds lines that the hub has: it has taken them, or they are its own.
    func add(_ records: some Sequence<SharedRecord>) {
        state.withLock { state in
            for case let line? in records.map(\.place) {
                let point = LogPoint(seq: line.seq, chain: line.chain)
                let log = LogID(kind: line.log == .scan ? .scan : .change, box: line.box)
                var points = state.logs[log] ?? []
                guard !points.contains(point) else { continue }
                // Where a log has branched, it is not known which line this one follows.
                let earlier = points.filter { $0.seq == point.seq - 1 }
                if earlier.count == 1 { points.removeAll { earlier.contains($0) } }
                state.logs[log] = points + [point]
            }
        }
    }

    /// Returns what the hub has of each box.
    ///
    /// - Parameters:
    ///   - own: The box that asks.
    ///   - boxes: The boxes of which it has lines.
    /// - Returns: The marks, in the order of the boxes.
    func marks(for own: BoxID, among boxes: [BoxID]) -> [HighWaterMark] {
        let state = state.withLock { $0 }
        let foreign = state.takesOthers ? [] : boxes.filter { $0 != own }
        let refused = state.closed.union(foreign)
        return Set(state.logs.keys.map(\.box)).union(refused).sorted().map { box in
            HighWaterMark(
                box: box,
                scans: state.logs[LogID(kind: .scan, box: box)] ?? [],
                changes: state.logs[LogID(kind: .change, box: box)] ?? [],
                refused: refused.contains(box)
            )
        }
    }
}
