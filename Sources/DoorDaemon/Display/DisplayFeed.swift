// Translation of the door's events into the display's state and metrics.

import Admission
import DoorDisplay
import DoorOutput
import DoorTexts
import Ledger
import Logging
import ServiceLifecycle
import TicketSigning

/// Posts the door's events to the display's board until the door is closed.
///
/// It reads the ledger through a separate connection, so that counting never delays a verdict.
actor DisplayFeed: Service {
    private let news: AsyncStream<DoorEvent>
    private let board: DisplayBoard
    private let metrics: DoorMetrics
    private let ledger: Ledger
    private let event: Event
    private let door: DoorContext
    private let language: Language
    private let asked: AskedTickets
    private let logger: Logger

    /// Whether each device is connected.
    private var devices: [LostDevice: Bool] = [:]
    private var admissions: [(gate: GateName, at: Timestamp)] = []
    /// Whether the ledger could not record when it was last tried without a ticket.
    private var isObstructed = false
    private var list: (revision: Int, since: Timestamp)?
    /// How often people had entered with the ticket of each guest who waits, by the number of the wait.
    private var entered: [Int: Int] = [:]

    /// It translates between the door and its display, and needs both ends and everything it translates with.
    ///
    /// - Parameters:
    ///   - news: All events of the door.
    ///   - board: Receives the state to show.
    ///   - metrics: Receives the counts.
    ///   - ledger: The ledger for counting, opened for reading.
    ///   - event: The event of the door.
    ///   - door: The door.
    ///   - language: The language of guests and staff.
    ///   - asked: Receives the tickets that staff are asked about.
    ///   - logger: Receives errors.
    init(
        news: AsyncStream<DoorEvent>,
        board: DisplayBoard,
        metrics: DoorMetrics,
        ledger: Ledger,
        event: Event,
        door: DoorContext,
        language: Language,
        asked: AskedTickets = AskedTickets(),
        logger: Logger
    ) {
        self.news = news
        self.board = board
        self.metrics = metrics
        self.ledger = ledger
        self.event = event
        self.door = door
        self.language = language
        self.asked = asked
        self.logger = logger
    }

    func run() async throws {
        await show()
        await board.update { $0.isOpen = false }
        await board.close()
        // The service group treats a service that returns before shutdown as failed.
        try? await gracefulShutdown()
    }

    /// Shows and counts events until the stream ends.
    func show() async {
        await withTaskGroup { group in
            group.addTask { await self.count() }
            for await item in news { await take(item) }
            group.cancelAll()
        }
    }

    private func take(_ item: DoorEvent) async {
        switch item {
        case .opened: await board.update { $0.isOpen = true }
        case .judged(let verdict, _, let elapsed): await take(verdict, elapsed)
        case .undecided(let reason, _):
            metrics.undecided()
            await board.update { $0.alerts[.cannotRecord] = reason }
        case .clock(let trust, let now):
            await board.update { $0.alerts[.clockNotTrusted] = trust.warning(seenFrom: now, in: language) }
        case .cameraReady(let name, _): await take(LostDevice(kind: .camera, name: name), isUp: true)
        case .cameraLost(let name, let reason):
            await take(LostDevice(kind: .camera, name: name), isUp: false, reason)
        case .scannerReady(let name, _): await take(LostDevice(kind: .scanner, name: name), isUp: true)
        case .scannerLost(let name, let reason):
            await take(LostDevice(kind: .scanner, name: name), isUp: false, reason)
        case .pictureUnreadable: break
        }
    }

    private func take(_ verdict: Verdict, _ elapsed: Duration) async {
        let isRepeat = verdict.recording == .repetition
        let gate = door.gate
        if case .asked(.unknownTicket) = verdict.outcome, let ticket = verdict.ticket { asked.note(ticket) }
        await board.post(ShownVerdict(verdict, at: gate, in: language), isRepeat: isRepeat)
        await board.update { $0.alerts[.cannotRecord] = nil }
        if isRepeat { return metrics.repeated(verdict.reasonCode, gate: gate.text) }
        metrics.judged(verdict.answer.rawValue, reason: verdict.reasonCode, gate: gate.text, elapsed: elapsed)
        if verdict.style == .admit { admissions.append((gate, verdict.at)) }
    }

    /// Updates the state of a device; the door works as long as one device can read codes.
    private func take(_ device: LostDevice, isUp: Bool, _ reason: String = "") async {
        devices[device] = isUp
        metrics.device(device, isUp: isUp)
        let isBlind = !devices.values.contains(true)
        let trouble: Alert = devices.keys.contains { $0.kind == .camera } ? .noCamera : .noScanner
        let lost = isBlind ? [] : devices.filter { !$0.value }.keys.sorted { $0.name < $1.name }
        await board.update { state in
            state.alerts[.noCamera] = nil
            state.alerts[.noScanner] = nil
            if isBlind { state.alerts[trouble] = reason }
            state.lost = lost
        }
    }

    /// Updates the counts once a second, regardless of the number of codes judged.
    private func count() async {
        while !Task.isCancelled {
            await tryRecording()
            do {
                let counts = try await ledger.counts(of: event.id)
                let shown = DoorCounts(
                    inside: counts.admitted,
                    expected: counts.expected,
                    perMinute: admissionsInLastMinute(),
                    refused: counts.refused,
                    asked: counts.asked,
                    shownAgain: counts.shownAgain
                )
                let list = ListState(
                    tickets: counts.tickets, unchangedSince: since(try await ledger.newestRevision()).milliseconds
                )
                let sharing = try await ledger.peers().first.map(SharingState.init)
                let messages = try await ledger.messages(of: event.id, at: door.gate, on: WallClock.now)
                let branches = try await ledger.branchedLogs().map(\.description.printable)
                let faults = try await ledger.syncFaults(since: WallClock.now.before(days: 1))
                metrics.synced(faults: try await ledger.syncFaultCounts().map { ($0.key.rawValue, $0.value) })
                try await takeBackUndone()
                try await settleWaiting()
                await board.update { state in
                    state.counts = shown
                    state.list = list
                    state.sharing = sharing
                    state.messages = messages.map(StaffMessage.init)
                    state.branches = branches
                    state.faults = faults.map(\.description.printable)
                }
            } catch  where !Task.isCancelled {
                logger.warning("counts not updated", metadata: ["error": "\(error)"])
            } catch {}
            try? await Task.sleep(for: .seconds(1))
        }
    }

    /// Shows that nobody can enter before the next guest finds out.
    private func tryRecording() async {
        do {
            try await ledger.requireRecording(at: event.id)
            if isObstructed { await board.update { $0.alerts[.cannotRecord] = nil } }
            isObstructed = false
        } catch  where !Task.isCancelled {
            isObstructed = true
            await board.update { $0.alerts[.cannotRecord] = "\(error)" }
        } catch {}
    }

    /// Removes from the pages the movements that were undone elsewhere: by a command on this box, or by another box.
    private func takeBackUndone() async throws {
        guard let oldest = await board.movements.map(\.at).min() else { return }
        for (ticket, moment) in try await ledger.undoneMovements(since: Timestamp(milliseconds: oldest)) {
            await board.undo(ticket.description, at: moment.milliseconds)
        }
    }

    /// Takes guests off the queue who were let in by a command or at another box while they waited here.
    private func settleWaiting() async throws {
        await board.expireWaiting(on: WallClock.now.milliseconds)
        let waiting = await board.waiting.compactMap { guest in
            guest.verdict.ticket.flatMap { TicketID($0) }.map { (guest.number, $0) }
        }
        guard !waiting.isEmpty else { return entered = [:] }
        let counts = try await ledger.entryCounts(of: waiting.map { $1 })
        let before = entered
        entered = Dictionary(waiting.map { ($0, counts[$1] ?? 0) }, uniquingKeysWith: max)
        await board.settle(
            waiting.filter { number, id in counts[id] ?? 0 > before[number] ?? .max }.map { $1.description })
    }

    /// Returns when this process first saw the current revision of the list; the ledger does not record it.
    private func since(_ revision: Int) -> Timestamp {
        if let list, list.revision == revision { return list.since }
        let now = WallClock.now
        list = (revision, now)
        return now
    }

    private func admissionsInLastMinute() -> Int {
        let (now, gate) = (WallClock.now, door.gate)
        admissions.removeAll { now.duration(since: $0.at) > .seconds(60) }
        return admissions.count { $0.gate == gate }
    }
}

extension StaffMessage {
    fileprivate init(_ message: GateMessage) {
        self.init(
            id: message.id.description, text: message.text.printable, by: message.actor.printable,
            at: message.at.milliseconds
        )
    }
}

extension SharingState {
    fileprivate init(_ peer: Peer) {
        self.init(
            peer: peer.name, contact: peer.contact.milliseconds, waiting: peer.scansWaiting + peer.changesWaiting
        )
    }
}
