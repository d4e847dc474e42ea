// The figures of events while they run.

import Admission
import Alerts
import Attendance
import DoorTexts
import Ledger
import Logging
import TicketSigning

/// Counts the events whose pages are open, and follows what is wrong with them.
///
/// A page never waits for a count: it gets the state of the last one, and its question begins the next one. Counting
/// uses a connection of its own, so that nothing else of the office waits for it.
actor LiveFigures {
    private let path: String
    private let hub: OfficeHub
    private let zone: LocalZone
    private let logger: Logger
    private var opened: Ledger?
    private var views: [EventID: LiveEvent] = [:]
    private var answers = AnswerTally()
    private let book: AlertBook
    private var boxes: [LiveState.BoxState] = []
    private var faults: [String] = []
    /// Since when this office has looked, in milliseconds since 1970-01-01 00:00:00 UTC.
    private let since: Int64
    /// Why figures or alerts were not updated at the last attempt.
    private var trouble: String?
    /// The events that are followed: an alert of another one is not the page's.
    private var followed: Set<EventID> = []
    /// When each event's page asked last.
    private var asked: [EventID: ContinuousClock.Instant] = [:]
    /// When the last count began; `nil` if there was none.
    private var lastCount: ContinuousClock.Instant?
    private var lastBoxes: ContinuousClock.Instant?
    private var counting: Task<Void, Never>?
    private var shown: [EventID: (version: Int, state: LiveState)] = [:]
    private let run = String(UInt64.random(in: 0 ... .max), radix: 36)

    /// How often an open page's event is counted.
    private static let interval: Duration = .milliseconds(900)
    /// After this time without a question, an event's page is closed.
    private static let longestLook: Duration = .seconds(60)
    /// How often the boxes are looked at, which opens the hub's database.
    private static let boxInterval: Duration = .seconds(5)

    /// - Parameters:
    ///   - path: The path of the ledger.
    ///   - hub: The hub on this machine.
    ///   - zone: The time zone whose days are shown.
    ///   - logger: Logs errors.
    init(path: String, hub: OfficeHub, zone: LocalZone = .machine, logger: Logger) {
        (self.path, self.hub, self.zone, self.logger) = (path, hub, zone, logger)
        since = WallClock.now.milliseconds
        book = AlertBook(path: nil, channels: [], now: since, logger: logger)
    }

    /// Returns an event's state at the last count.
    ///
    /// - Parameter event: The event.
    /// - Returns: The state, and a text that changes with it.
    /// - Throws: `LedgerError` if the ledger cannot be opened.
    func state(of event: Event) async throws -> (version: String, state: LiveState) {
        let reader = try reader()
        if views[event.id] == nil { views[event.id] = view(of: event.id) }
        asked[event.id] = .now
        begin(with: reader)
        var state = LiveState()
        views[event.id]?.fill(&state)
        state.closed = event.closed?.milliseconds
        (state.boxes, state.faults) = (boxes, faults)
        state.alerts = await alerts(of: event.id)
        state.trouble = trouble ?? (state.isChecked ? nil : Self.countingWord)
        let version = (shown[event.id]?.version ?? 0) + 1
        if shown[event.id]?.state != state { shown[event.id] = (version, state) }
        return ("\(run)-\(shown[event.id]?.version ?? 0)", state)
    }

    /// Returns the double admissions before a place in the list of all of them, the latest first.
    func doubles(before place: DoublePlace, of event: EventID) -> (shown: [LiveState.DoubleEntry], next: String?) {
        views[event]?.doubles(before: place) ?? ([], nil)
    }

    /// Writes a table of an event row by row.
    ///
    /// - Throws: `LedgerError`; rethrows errors of `write`.
    nonisolated func write(
        _ export: EventExport, of event: EventID, to write: (String) async throws -> Void
    ) async throws {
        let reader = try Ledger(opening: path, for: .reading)
        try await export.write(
            of: event, from: reader,
            days: {
                var view = view(of: event)
                try await view.refresh(from: reader, on: WallClock.now)
                return view.dayStates
            }, to: write)
    }

    private nonisolated func view(of event: EventID) -> LiveEvent {
        let zone = zone
        return LiveEvent(of: event) { zone.localMilliseconds($0) }
    }

    private func reader() throws -> Ledger {
        if let opened { return opened }
        let reader = try Ledger(opening: path, for: .reading)
        opened = reader
        return reader
    }

    private static let countingWord = "Counting the records; the figures follow."

    /// Begins a count unless one runs, or one has just begun.
    private func begin(with reader: Ledger) {
        let now = ContinuousClock.now
        guard counting == nil, lastCount.map({ now - $0 >= Self.interval }) ?? true else { return }
        lastCount = now
        counting = Task {
            await self.count(from: reader)
            self.counting = nil
        }
    }

    private func count(from reader: Ledger) async {
        let now = WallClock.now
        forgetUnseen()
        do {
            for event in Array(views.keys) {
                guard var view = views[event] else { continue }
                try await view.refresh(from: reader, on: now)
                views[event] = view
            }
            try await watch(reader, at: now)
            trouble = nil
        } catch {
            if trouble == nil { logger.error("figures not updated", metadata: ["error": "\(error)"]) }
            trouble = "\(error)"
        }
    }

    /// Forgets the events whose pages are closed.
    private func forgetUnseen() {
        for (event, moment) in asked where .now - moment > Self.longestLook {
            views[event] = nil
            asked[event] = nil
            shown[event] = nil
        }
    }

    /// Looks at the boxes, and at what is wrong.
    private func watch(_ reader: Ledger, at now: Timestamp) async throws {
        let moment = ContinuousClock.now
        guard lastBoxes.map({ moment - $0 >= Self.boxInterval }) ?? true else { return }
        answers = try await reader.continued(answers, on: now)
        let events = try await reader.events().filter { $0.closes.map { $0 > now.before(days: 1) } ?? true }
        var figures: [EventFigures] = []
        for event in events { figures.append(try await EventFigures(of: event, in: reader, answers: answers, on: now)) }
        await book.observe(figures, at: now.milliseconds, moment)
        followed = Set(events.map(\.id))
        faults = try await reader.syncFaults(since: now.before(days: 7)).map { "\($0)" }
        boxes = try await lookAtBoxes(reader, events, at: now, moment)
        // Only what has worked is left alone for a while: what has failed is tried again, and its trouble stays.
        lastBoxes = moment
    }

    /// Returns the boxes of the hub on this machine, and those that exchange files with it.
    private func lookAtBoxes(
        _ reader: Ledger, _ events: [Event], at now: Timestamp, _ moment: ContinuousClock.Instant
    ) async throws -> [LiveState.BoxState] {
        let connected = try await hub.watch(book, events, since, reader)
        let known = Set(connected.map(\.id))
        let others = try await FileBox.all(in: reader).filter { !known.contains($0.id.description) }
        let isAwaited = events.contains { $0.isNear(now) }
        await book.observe(
            others.map { $0.reading(isAwaited: isAwaited, at: now) }, of: [.listOutdated], at: now.milliseconds,
            moment)
        return connected + others.map(\.state)
    }

    private func alerts(of event: EventID) async -> [LiveState.AlertState] {
        let open = await book.open
        let others = followed.subtracting([event]).map(\.description)
        return open.filter { alert in !others.contains { alert.thing.hasPrefix($0) } }
            .sorted { ($1.started, $0.thing) < ($0.started, $1.thing) }
            .map { .init(kind: $0.kind.rawValue, text: $0.beginning, started: $0.started) }
    }
}
