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
        var reading: Reading?
        /// What follows the end of the reading, not merged yet.
        var nextPage: Wire.Page?
        var newsEpoch: FeedCursor.Epoch?
    }

    /// A box whose position in the hub's records is the start has nothing to read before the end.
    private struct Reading {
        let start: Int64
        var end: FeedCursor
    }

    private let state = Mutex(State())

    /// The position of the last answer; `nil` for none.
    var end: FeedCursor? { state.withLock(\.end) }

    /// The end of the history when all of it was read; `nil` for never.
    var readEnd: FeedCursor? { state.withLock(\.reading?.end) }

    /// Notes that all records were read.
    ///
    /// - Parameters:
    ///   - end: The end of the history.
    ///   - start: The position that the box's ledger then has: without records, it keeps the one that it had.
    func noteRead(upTo end: FeedCursor, from start: Int64) {
        state.withLock { $0.reading = Reading(start: start, end: end) }
    }

    /// Notes what the hub has answered to a request that waited.
    ///
    /// - Parameters:
    ///   - page: The answer.
    ///   - end: The end of what was read, which the request had.
    /// - Returns: Whether there is something to read.
    func note(_ page: Wire.Page, after end: FeedCursor) -> Bool {
        state.withLock { state in
            state.newsEpoch = page.epoch
            // What has been read meanwhile is no news.
            guard state.reading?.end == end else { return false }
            guard page.epoch == end.epoch, page.from == end.rev else { return true }
            guard page.records.isEmpty, !page.more else {
                state.nextPage = page
                return true
            }
            // What the box may not see is as good as read.
            state.reading?.end = page.end
            return false
        }
    }

    /// Returns how far the hub's records were read.
    ///
    /// - Parameter start: The position in the box's ledger.
    /// - Returns: A revision in the same history.
    func position(after start: ListCursor) -> Int64 {
        state.withLock { state in
            guard let reading = state.reading, reading.start == start.tickets,
                reading.end.epoch.bytes == start.epoch.bytes
            else { return start.tickets }
            return reading.end.rev
        }
    }

    /// Returns the page that the hub has given while the box waited, once.
    ///
    /// - Parameters:
    ///   - rev: The revision after which it has to begin.
    ///   - epoch: The history.
    /// - Returns: `nil` if the hub has to be asked.
    func takeNextPage(after rev: Int64, in epoch: EpochID) -> Wire.Page? {
        state.withLock { state in
            let page = state.nextPage.take()
            return page.flatMap { $0.from == rev && $0.epoch.bytes == epoch.bytes ? $0 : nil }
        }
    }

    /// The history in which there were news last; `nil` for never.
    var newsEpoch: FeedCursor.Epoch? {
        get { state.withLock(\.newsEpoch) }
        set { state.withLock { $0.newsEpoch = newValue } }
    }

    /// Adds what the hub says it has.
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
