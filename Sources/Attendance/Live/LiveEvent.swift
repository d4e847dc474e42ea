// The counts of one event, updated as scans arrive.

import Admission
package import Ledger
package import TicketSigning

/// The figures of one event while it runs.
package struct LiveEvent: Sendable {
    private let event: EventID
    private var tally: ScanTally
    private var gates: [String] = []
    private var zones: [Zone] = []
    private var messages: [GateMessage] = []
    private var counts = ThrottledCache<EventCounts>()
    private var days = ThrottledCache<[LiveState.DayState]>()
    private let localMilliseconds: @Sendable (Timestamp) -> Int64
    private var doubles = ThrottledCache<[DoubleAdmission]>()

    /// The days on which something happened, in order.
    package var dayStates: [LiveState.DayState] { days.value ?? [] }

    /// Whether it was ever counted.
    package var isCounted: Bool { doubles.value != nil && days.value != nil }

    /// - Parameters:
    ///   - event: The event.
    ///   - localMilliseconds: Returns milliseconds since 1970-01-01 00:00 in the machine's time zone.
    package init(of event: EventID, localMilliseconds: @escaping @Sendable (Timestamp) -> Int64) {
        self.event = event
        self.localMilliseconds = localMilliseconds
        tally = ScanTally(of: event)
    }

    /// Reads new data; expensive queries run less often.
    ///
    /// - Parameters:
    ///   - ledger: A ledger open for reading.
    ///   - instant: The current time on the machine's wall clock.
    /// - Throws: `LedgerError`.
    package mutating func refresh(from ledger: Ledger, on instant: Timestamp) async throws {
        let event = event
        tally = try await ledger.continued(tally)
        gates = try await ledger.gates(of: event).map(\.text)
        zones = try await ledger.zones(of: event)
        messages = try await ledger.messages(of: event, on: instant)
        let state = "\(tally.scans) \(try await ledger.newestRevision()) \(try await ledger.newestChange())"
        try await counts.refresh(for: state) { try await ledger.counts(of: event) }
        try await doubles.refresh(for: state) { try await ledger.doubleAdmissions(of: event) }
        let local = localMilliseconds
        // Nobody watches a day's figures from second to second.
        try await days.refresh(for: state, resting: 100) {
            guard let terms = try await ledger.terms(of: event) else { return [] }
            let (figures, zones) = try await ledger.minutes(of: event)
            return EventDays(of: terms.event, localMilliseconds: local).days(figures, zones)
        }
    }

    /// Writes the event's figures into a page's state.
    package func fill(_ state: inout LiveState) {
        state.event = event.description
        state.gates = Set(gates + tally.arrivals.keys.map(\.gate)).sorted()
        state.tiers = Set(tally.arrivals.keys.map { $0.tier ?? "" }).sorted()
        state.arrivals = tally.arrivals.filter { $0.value != 0 }
            .map { .init(at: $0.key.start, gate: $0.key.gate, tier: $0.key.tier ?? "", people: $0.value) }
            .sorted { ($0.at, $0.gate, $0.tier) < ($1.at, $1.gate, $1.tier) }
        state.arrived = counts.value?.admitted ?? 0
        state.expected = counts.value?.expected ?? 0
        state.tickets = counts.value?.tickets ?? 0
        state.zones = zones.map {
            .init(name: $0.name.text, inside: counts.value?.inside[$0.name] ?? 0, capacity: $0.capacity)
        }
        state.refusals = Set(tally.refused.keys).union(tally.asked.keys)
            .map { .init(reason: $0, refused: tally.refused[$0] ?? 0, asked: tally.asked[$0] ?? 0) }
            .sorted { ($1.refused + $1.asked, $0.reason) < ($0.refused + $0.asked, $1.reason) }
        state.shownAgain = tally.shownAgain
        state.days = dayStates
        state.doubleCount = doubles.value?.count ?? 0
        state.isChecked = isCounted
        (state.doubles, state.earlierDoubles) = doubles(before: nil)
        state.messages = messages.map {
            .init(
                gate: $0.gate?.text, text: $0.text, by: $0.actor, at: $0.at.milliseconds, until: $0.until.milliseconds
            )
        }
    }
}

extension LiveEvent {
    /// How many double admissions are shown at a time.
    private static let doublesAtOnce = 200

    /// Returns double admissions, the latest first.
    ///
    /// - Parameter place: Where an earlier part of the list begins; `nil` for the beginning.
    /// - Returns: At most 200, and where the next part begins; `nil` if that was all.
    package func doubles(before place: DoublePlace?) -> (shown: [LiveState.DoubleEntry], next: String?) {
        let all = doubles.value ?? []
        let end = place.map { place in all.partitioningIndex { DoublePlace($0) >= place } } ?? all.count
        let part = all[max(0, end - Self.doublesAtOnce)..<end]
        let next = part.startIndex > 0 ? part.first.map { DoublePlace($0).description } : nil
        return (part.reversed().map(LiveState.DoubleEntry.init), next)
    }
}

/// The place of a double admission in the list of all, which stays the same when others are added.
package struct DoublePlace: Comparable, CustomStringConvertible {
    private let time: Int64
    private let box: BoxID
    private let seq: Int64

    init(_ double: DoubleAdmission) {
        (time, box, seq) = (double.later.time.milliseconds, double.later.box, double.later.seq)
    }

    /// - Parameter text: A ``description``; otherwise `nil`.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let time = Int64(parts[0]), let box = BoxID(parts[1]), let seq = Int64(parts[2]) else {
            return nil
        }
        (self.time, self.box, self.seq) = (time, box, seq)
    }

    package var description: String { "\(time).\(box).\(seq)" }

    package static func < (one: DoublePlace, other: DoublePlace) -> Bool {
        (one.time, one.box, one.seq) < (other.time, other.box, other.seq)
    }
}

extension RandomAccessCollection {
    /// Returns the first index whose element has a property that all later elements have too; the end if none has.
    fileprivate func partitioningIndex(where isLater: (Element) -> Bool) -> Index {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
            if isLater(self[middle]) { high = middle } else { low = index(after: middle) }
        }
        return low
    }
}

extension LiveState.DoubleEntry {
    fileprivate init(_ double: DoubleAdmission) {
        self.init(
            ticket: double.later.ticket.description, zone: double.zone.text, first: Entry(double.earlier),
            second: Entry(double.later), orderKnown: double.isOrderKnown
        )
    }
}

extension LiveState.DoubleEntry.Entry {
    fileprivate init(_ movement: OrderedMovement) {
        let entry = movement.movement.entry
        self.init(
            at: movement.time.milliseconds, gate: entry.gate, box: entry.boxName,
            decided: movement.decided?.rawValue ?? "staff"
        )
    }
}
