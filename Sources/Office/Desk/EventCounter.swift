// Counting the tickets and people of events.

import Admission
import BlockingCalls
import DoorOutput
import Ledger
import TicketSigning

/// Counts for pages. In a large ledger, a count goes over a connection of its own, so that no page waits for it.
actor EventCounter {
    /// The numbers of an event.
    struct Counts: Sendable, Hashable {
        /// The tickets on its list, without revoked and replaced ones, by tier; those without one are under the empty
        /// text.
        let tickets: [String: Int]
        /// The people who have entered.
        let entered: Int
        /// The lists that were imported and not undone.
        let imports: Int
    }

    private let queue = BlockingQueue(label: "counts")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let mostBytes: Int
    private var known: [EventID: (counts: Counts, at: ContinuousClock.Instant)] = [:]
    private var counting: Set<EventID> = []

    /// How long the numbers of a large ledger are shown before they are counted again.
    private static let validity: Duration = .seconds(5)

    /// - Parameter mostBytes: The size of a ledger that is counted at once: some ten thousand tickets and scans take a
    ///   few milliseconds.
    init(mostBytes: Int = 8 << 20) {
        self.mostBytes = mostBytes
    }

    /// Returns the numbers of an event.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - ledger: The ledger.
    /// - Returns: The numbers, of a large ledger those that were counted last; `nil` if there are none yet. Also
    ///   whether newer ones are being counted.
    /// - Throws: `LedgerError`.
    func counts(of event: EventID, in ledger: Ledger) async throws -> (counts: Counts?, isCounting: Bool) {
        guard isLarge(ledger.path) else { return (try await Self.count(event, in: ledger), false) }
        if let known = known[event], .now - known.at < Self.validity { return (known.counts, false) }
        if counting.insert(event).inserted { Task { await count(event, in: ledger.path) } }
        return (known[event]?.counts, true)
    }

    private func isLarge(_ path: String) -> Bool {
        FileFacts(path).map { $0.byteCount > mostBytes } ?? false
    }

    private func count(_ event: EventID, in path: String) async {
        defer { counting.remove(event) }
        // What cannot be counted now is counted when a page asks again.
        guard let ledger = try? Ledger(opening: path, for: .reading),
            let counts = try? await Self.count(event, in: ledger)
        else { return }
        known[event] = (counts, .now)
    }

    private static func count(_ event: EventID, in ledger: Ledger) async throws -> Counts {
        Counts(
            tickets: try await ledger.ticketCounts(of: event), entered: try await ledger.admittedCount(of: event),
            imports: try await ledger.imports(of: event).count { $0.undone == nil })
    }

    /// Returns what came from each file of an event. With many tickets this takes a while.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - path: The ledger.
    /// - Returns: The tickets, by the number of the import.
    /// - Throws: `LedgerError`.
    func imports(of event: EventID, in path: String) async throws -> [Int: ImportCount] {
        try await Ledger(opening: path, for: .reading).importCounts(of: event)
    }

    private static let mostDoubles = 200

    /// Returns how an event went. With many scans this takes seconds.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - path: The ledger.
    ///   - hasNames: Whether double admissions have the guests' names.
    /// - Returns: The figures.
    /// - Throws: `LedgerError`.
    func figures(
        of event: EventID, in path: String, withNames hasNames: Bool
    ) async throws -> FiguresState {
        let ledger = try Ledger(opening: path, for: .reading)
        let counts = try await ledger.counts(of: event)
        var doubles: [FiguresState.Double] = []
        for double in try await ledger.doubleAdmissions(of: event).prefix(Self.mostDoubles) {
            let name = hasNames ? try await ledger.ticket(double.later.ticket)?.holder : nil
            doubles.append(.init(name: name, first: .init(double.earlier), again: .init(double.later)))
        }
        return FiguresState(
            expected: counts.expected, arrived: counts.admitted, inside: counts.inside.values.reduce(0, +),
            refused: counts.refused, noShows: try await ledger.noShowCount(of: event), doubles: doubles)
    }
}
