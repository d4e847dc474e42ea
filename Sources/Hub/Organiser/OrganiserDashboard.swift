// The organiser's ledger at the hub.

import Accounts
import Admission
import Alerts
import Attendance
import HTTPSupport
import HubClient
import HubProtocol
public import Ledger
public import Logging
public import ServiceLifecycle
public import Sync
import TicketSigning

/// Keeps a ledger next to the hub's records, shows its state to the organiser, and performs the organiser's actions.
///
/// The ledger syncs with the hub as any box does, within the hub's process: a block made here reaches the gates, and
/// events at the gates arrive here within a second or so. Counting uses a separate connection and at most a twentieth
/// of the time, however long the lists are.
public actor OrganiserDashboard: Service {
    let service: HubService
    let ledger: Ledger
    /// Counts the people in zones.
    nonisolated let zones: ZoneCounter
    private let reader: Ledger
    /// For exports, which read for a long time.
    nonisolated let exportReader: Ledger
    private let key: BoxKey
    /// The version of the hub's program; empty if not known.
    private let program: String
    private let localMilliseconds: @Sendable (Timestamp) -> Int64
    let logger: Logger
    private var session: SyncSession?
    private var views: [EventID: LiveEvent] = [:]
    private var pageContext: PageContext?
    /// Whether ``pageContext`` was read a second or so ago.
    private var isCurrent = false
    /// When a page was last asked for.
    private var lastLook: ContinuousClock.Instant?
    private var trouble: String?
    /// When that began.
    private var troubleStart: ContinuousClock.Instant?
    /// When figures of events were last asked for.
    private var lastScrape: ContinuousClock.Instant?
    private var figures = ThrottledCache<[EventFigures]>()
    private var alone = AloneTally()
    private var answers = AnswerTally()
    /// When claims of past events were last looked for.
    var lastExpiry: ContinuousClock.Instant?
    private var faultCounts: [SyncFault.Kind: Int] = [:]
    private(set) var box: BoxID?
    /// What the ledger said of members when it was read last.
    var members: MemberList?
    /// The joining codes with which boxes that are no members have joined, as far as they were looked up.
    var codes: [BoxID: BoxID?] = [:]
    /// The boxes that root wanted turned away then.
    var outcasts: Set<BoxID> = []
    /// What is wrong; `nil` if nobody looks for it.
    var alerts: AlertBook?
    private var version = 0
    private var shown: [Look: (version: Int, state: LiveState)] = [:]
    private let run = String(UInt64.random(in: 0 ... .max), radix: 36)

    /// The data that a page shows in addition to the counts of its event.
    private struct PageContext {
        var events: [Event] = []
        var boxes: [(state: LiveState.BoxState, scope: EventScope)] = []
        var alerts: [(state: LiveState.AlertState, scope: EventScope)] = []
        var faults: [String] = []

        /// The part of it that a session may see. What boxes sent in vain may concern any event.
        func visible(to session: OrganiserSession) -> PageContext {
            PageContext(
                events: events.filter { session.scope.includes($0.id) },
                boxes: boxes.filter { $0.scope.meets(session.scope) },
                alerts: alerts.filter { $0.scope.meets(session.scope) },
                faults: session.role == .organiser && session.scope.isUnlimited ? faults : [])
        }
    }

    /// What is shown to all sessions with the same rights.
    private struct Look: Hashable {
        let event: String?
        let role: AccountRole
        let scope: EventScope
    }

    /// How often the ledger syncs with the hub in the absence of another trigger.
    private static let interval: Duration = .seconds(1)

    /// - Parameters:
    ///   - service: The hub.
    ///   - ledger: A ledger open for writing; may be the one from which this machine issues tickets.
    ///   - key: The key of the ledger's box, with which the box is enrolled.
    ///   - version: The version of the hub's program.
    ///   - localMilliseconds: Returns milliseconds since 1970-01-01 00:00 in the hub's time zone, whose days are shown.
    ///   - logger: Logs errors.
    /// - Throws: `LedgerError`.
    public init(
        service: HubService, ledger: Ledger, key: BoxKey, version: String = "",
        localMilliseconds: @escaping @Sendable (Timestamp) -> Int64 = { $0.milliseconds }, logger: Logger
    ) throws {
        (program, self.localMilliseconds) = (version, localMilliseconds)
        self.service = service
        self.ledger = ledger
        reader = try Ledger(opening: ledger.path, for: .reading)
        exportReader = try Ledger(opening: ledger.path, for: .reading)
        // A connection of its own: counting for the pages takes longer.
        zones = ZoneCounter(try Ledger(opening: ledger.path, for: .reading))
        self.key = key
        self.logger = logger
    }

    /// Syncs and counts until the shutdown.
    public func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await self.refresh()
                try? await Task.sleep(for: Self.interval)
            }
        }
    }

    /// Syncs with the hub, and counts the events of open pages and the event that a page shows first.
    func refresh() async {
        do {
            try await share()
            isCurrent = isLookedAt || pageContext == nil
            if isCurrent { try await lookAround() }
            for event in Array(views.keys) { try await count(event) }
            if lastScrape != nil { try await countForMetrics() }
            try await expireClaims()
            endTrouble()
        } catch  where !Task.isCancelled {
            if trouble == nil {
                troubleStart = service.elapsed()
                logger.error("organiser's pages not updated", metadata: ["error": "\(error)"])
            }
            trouble = "\(error)"
        } catch {}
    }

    private func endTrouble() {
        if let troubleStart {
            let seconds = Int((service.elapsed() - troubleStart) / .seconds(1))
            logger.notice("organiser's pages updated again", metadata: ["seconds": "\(seconds)"])
        }
        (trouble, troubleStart) = (nil, nil)
    }

    /// Counts the events that are not over; at most a twentieth of the time.
    private func countForMetrics() async throws {
        faultCounts = try await reader.syncFaultCounts()
        alone = try await reader.continued(alone)
        answers = try await reader.continued(answers, on: moment)
        let (reader, moment, alone, answers) = (reader, moment, alone, answers)
        var figures = figures
        try await figures.refresh(for: "\(try await reader.dataVersion())") {
            var found: [EventFigures] = []
            for event in try await reader.events() {
                guard event.closes.map({ $0 > moment.before(days: 1) }) ?? true else { continue }
                found.append(
                    try await EventFigures(of: event, in: reader, alone: alone, answers: answers, on: moment))
            }
            return found
        }
        self.figures = figures
    }

    /// The metrics of the organiser's ledger, as of the last count.
    var metricFamilies: [MetricFamily] {
        let faults = MetricFamily(
            "sync_faults_total", .counter, "Records of other boxes that have no effect, or that the hub refused.",
            faultCounts.map { .init(["kind": $0.rawValue], $1) })
        return [faults] + MetricFamily.families(of: eventFigures ?? [])
    }

    /// What the organiser wants to be called for, as of the last count; `nil` before the first one, which this begins.
    var eventFigures: [EventFigures]? {
        lastScrape = service.elapsed()
        return figures.value
    }

    /// Syncs the ledger with the hub, so that gates receive what was done here with their next sync.
    func share() async throws {
        let now = service.now
        if session == nil {
            let box = try await ledger.ownBox()
            self.box = box.id
            try await service.store.settle(box.id, name: box.name, publicKey: key.publicKey, now: now())
            let transport = HubSyncTransport(within: LocalHubClient(service: service, box: box.id)) { [logger] record in
                logger.error("hub has an invalid record", metadata: ["record": "\(record)"])
            }
            session = SyncSession(
                ledger, signedBy: key, over: transport, now: { Timestamp(milliseconds: now()) })
        }
        let outcome = try await session?.run()
        for sentence in outcome?.received.faults.sentences ?? [] { logger.error("\(sentence)") }
        try await service.refused.move(to: ledger, on: moment)
        try await followMemberships()
    }

    /// Whether somebody has had a page open within the last minute: of many boxes there is much to read.
    private var isLookedAt: Bool { lastLook.map { service.elapsed() - $0 < .seconds(60) } ?? false }

    private func lookAround() async throws {
        let boxes = try await service.boxes()
        pageContext = PageContext(
            events: try await reader.events(),
            boxes: try await service.states(of: boxes, knowing: reader, version: program),
            alerts: await openAlerts(among: boxes),
            faults: try await reader.syncFaults(since: moment.before(days: 7)).map { "\($0)" })
        view(of: "", among: pageContext?.events ?? [])
    }

    private func count(_ event: EventID) async throws {
        guard var view = views[event] else { return }
        try await view.refresh(from: reader, on: moment)
        views[event] = view
    }

    /// Returns the view of an event, counted if it never was.
    func counted(_ event: EventID) async throws -> LiveEvent {
        if let view = views[event], view.isCounted { return view }
        var view = views[event] ?? LiveEvent(of: event, localMilliseconds: localMilliseconds)
        try await view.refresh(from: exportReader, on: moment)
        return view
    }

    /// Returns the view for a requested event, which the next refresh counts if it is new; `nil` if there is no
    /// event.
    @discardableResult
    private func view(of wanted: String, among events: [Event]) -> LiveEvent? {
        guard let event = Self.choice(among: events, wanted: wanted, on: moment) else { return nil }
        let view = views[event.id] ?? LiveEvent(of: event.id, localMilliseconds: localMilliseconds)
        views[event.id] = view
        return view
    }

    /// The current time on the hub's wall clock.
    var moment: Timestamp { Timestamp(milliseconds: service.now()) }
}

extension OrganiserDashboard {
    /// Returns an event's state at the last count, a second or so ago: a page never waits for a count, however long
    /// the lists are.
    ///
    /// - Parameters:
    ///   - wanted: The event's identifier; any other text selects the event that opens next, or that opened last, among
    ///     those that may be seen.
    ///   - permit: The permit of who looks.
    /// - Returns: The part of the state that may be seen, and a version text that changes with it.
    /// - Throws: ``ProblemResponse`` for an event that may not be seen; `LedgerError`, ``HubError``.
    func state(of wanted: String, for permit: FiguresPermit) async throws -> (version: String, state: LiveState) {
        if let event = EventID(wanted) { try permit.check(event) }
        lastLook = service.elapsed()
        if !isCurrent { try await lookAround() }
        isCurrent = true
        let session = permit.session
        let state = state(of: wanted, for: session)
        let look = Look(event: state.event, role: session.role, scope: session.scope)
        if shown[look]?.state != state {
            version += 1
            shown[look] = (version, state)
        }
        return ("\(run)-\(shown[look]?.version ?? 0)", state)
    }

    private func state(of wanted: String, for session: OrganiserSession) -> LiveState {
        let context = (pageContext ?? PageContext()).visible(to: session)
        var state = LiveState()
        state.events = context.events.map { .init(id: $0.id.description, name: $0.name) }
        state.boxes = context.boxes.map(\.state)
        state.faults = context.faults
        state.alerts = context.alerts.map(\.state)
        state.trouble = trouble.map { session.role == .organiser ? $0 : Self.troubleWord }
        if let view = view(of: wanted, among: context.events) {
            view.fill(&state)
            state.closed = context.events.first { $0.id.description == state.event }?.closed?.milliseconds
            if !view.isCounted, trouble == nil { state.trouble = Self.countingWord }
        }
        // Messages are for those who send them: they may name guests.
        if session.role == .viewer { state.messages = [] }
        return state
    }

    /// Returns the double admissions before a place in the list of all of them, the latest first.
    ///
    /// - Parameters:
    ///   - place: The place, from the part before; `nil` for the beginning.
    ///   - event: The event.
    ///   - permit: The permit of who looks.
    /// - Returns: At most 200, as of the last count, and where the next part begins; `nil` if that was all.
    /// - Throws: ``ProblemResponse`` for an event that may not be seen.
    func doubles(
        before place: DoublePlace?, of event: EventID, for permit: FiguresPermit
    ) throws -> (shown: [LiveState.DoubleEntry], next: String?) {
        try permit.check(event)
        return views[event]?.doubles(before: place) ?? ([], nil)
    }

    private static let troubleWord = "The figures may be out of date; the hub's log says why."
    private static let countingWord = "Counting the records; the figures follow."

    private static func choice(among events: [Event], wanted: String, on instant: Timestamp) -> Event? {
        if let event = events.first(where: { $0.id.description == wanted }) { return event }
        let coming = events.first { ($0.closes ?? $0.opens).map { $0 >= instant } ?? true }
        return coming ?? events.last
    }
}
