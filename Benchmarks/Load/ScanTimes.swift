// The times of events.

import Ledger
import Synchronization
import TicketSigning

/// The times of scans, claims and arrivals, recorded by many boxes.
final class ScanTimes: Sendable {
    /// The times of one scan.
    private struct Scan {
        var admitted: ContinuousClock.Instant?
        var arrivals = 0
        var last: ContinuousClock.Instant?
    }

    private struct Book {
        var boxes: [BoxID: Int] = [:]
        var scans: [Scan]
        var verdicts: [Duration] = []
        var claims: [Duration] = []
        var firstClaim: ContinuousClock.Instant?
        /// How many claims were decided alone in each ten seconds.
        var alone: [Int] = []
        var refused = 0
        var missed = 0
    }

    private let scansOfBox: Int
    private let readerCount: Int
    private let book: Mutex<Book>

    /// - Parameters:
    ///   - boxes: The number of boxes.
    ///   - scans: The maximum number of scans per box.
    ///   - events: The number of events among which the boxes are divided.
    init(boxes: Int, scans: Int, events: Int) {
        scansOfBox = scans
        readerCount = boxes / events - 1
        book = Mutex(Book(scans: [Scan](repeating: Scan(), count: boxes * scans)))
    }

    func enter(_ box: BoxID, _ number: Int) {
        book.withLock { $0.boxes[box] = number }
    }

    func claimed(since start: ContinuousClock.Instant, isAnswered: Bool) {
        let time = start.duration(to: .now)
        book.withLock {
            let first = $0.firstClaim ?? start
            $0.firstClaim = first
            let part = max(0, Int((start - first).components.seconds / 10))
            while $0.alone.count <= part { $0.alone.append(0) }
            if isAnswered { $0.claims.append(time) } else { $0.alone[part] += 1 }
        }
    }

    /// Records a verdict whose scan is in the box's ledger.
    func admitted(_ seq: Int, at box: Int, since start: ContinuousClock.Instant, isGreen: Bool) {
        let now = ContinuousClock.now
        book.withLock {
            $0.verdicts.append(start.duration(to: now))
            if !isGreen { $0.refused += 1 }
            $0.scans[place(seq, box)].admitted = now
        }
    }

    /// Records that another box has read a scan.
    func seen(_ writer: BoxID, _ seq: Int64, at box: Int) {
        let now = ContinuousClock.now
        book.withLock {
            guard let writer = $0.boxes[writer] else { return }
            let place = place(Int(seq), writer)
            $0.scans[place].arrivals += 1
            $0.scans[place].last = now
        }
    }

    /// Records a failed sync.
    func missed() {
        book.withLock { $0.missed += 1 }
    }

    /// Whether every scan has reached every other box.
    var isComplete: Bool {
        book.withLock { $0.scans.allSatisfy { $0.admitted == nil || $0.arrivals >= readerCount } }
    }

    /// The measurements, named as in the report.
    var figures: [(name: String, value: String)] {
        book.withLock { book in
            let arrivals = book.scans.compactMap { scan -> Duration? in
                guard let start = scan.admitted, let end = scan.last, scan.arrivals >= readerCount else { return nil }
                return start.duration(to: end)
            }
            let missing = book.scans.count { $0.admitted != nil } - arrivals.count
            return [
                ("scans", "\(book.verdicts.count)"), ("refused", "\(book.refused)"),
                ("decided alone", "\(book.alone.reduce(0, +))"), ("decided alone in each 10 s", "\(book.alone)"),
                ("scans not at all boxes", "\(missing)"), ("syncs that failed", "\(book.missed)"),
                ("claim ms", book.claims.milliseconds), ("verdict ms", book.verdicts.milliseconds),
                ("at all boxes ms", arrivals.milliseconds),
            ]
        }
    }

    private func place(_ seq: Int, _ box: Int) -> Int { box * scansOfBox + min(seq, scansOfBox) - 1 }
}

extension [Duration] {
    /// A JSON array of milliseconds with one decimal.
    fileprivate var milliseconds: String { "\(map { ($0 / .microseconds(100)).rounded() / 10 })" }
}
