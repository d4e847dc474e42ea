// From the door's news to what the display shows and counts.

import Admission
import DoorDisplay
import Ledger
import Logging
import ServiceLifecycle

/// Puts the door's news on the display's board until the door is closed.
///
/// It reads the ledger through a connection of its own, so that counting never stands in a verdict's way.
actor DisplayFeed: Service {
    private let news: AsyncStream<DoorNews>
    private let board: DisplayBoard
    private let metrics: DoorMetrics
    private let ledger: Ledger
    private let event: Event
    private let gate: GateName
    private let language: Language
    private let logger: Logger

    private var cameras: [String: Bool] = [:]
    private var admissions: [Timestamp] = []

    /// - Parameters:
    ///   - news: From the door; all of it.
    ///   - board: Takes what is shown.
    ///   - metrics: Takes what is counted.
    ///   - ledger: For counting; opened for reading.
    ///   - event: Behind the door.
    ///   - gate: The door.
    ///   - language: The guests'.
    ///   - logger: Takes what goes wrong.
    init(
        news: AsyncStream<DoorNews>,
        board: DisplayBoard,
        metrics: DoorMetrics,
        ledger: Ledger,
        event: Event,
        gate: GateName,
        language: Language,
        logger: Logger
    ) {
        self.news = news
        self.board = board
        self.metrics = metrics
        self.ledger = ledger
        self.event = event
        self.gate = gate
        self.language = language
        self.logger = logger
    }

    func run() async throws {
        await withTaskGroup { group in
            group.addTask { await self.count() }
            for await item in news { await take(item) }
            group.cancelAll()
        }
        await board.update { $0.isOpen = false }
        await board.close()
        // The group takes a service that ends before it is told to for one that failed.
        try? await gracefulShutdown()
    }

    private func take(_ item: DoorNews) async {
        switch item {
        case .opened: await board.update { $0.isOpen = true }
        case .judged(let verdict, _, let elapsed): await take(verdict, elapsed)
        case .undecided(let reason, _):
            metrics.undecided()
            await board.update { $0.troubles[.cannotRecord] = reason }
        case .clock(let trust, let now):
            await board.update { $0.troubles[.clockNotTrusted] = trust.warning(seenFrom: now) }
        case .cameraReady(let name, _): await camera(name, isUp: true)
        case .cameraLost(let name, let reason): await camera(name, isUp: false, reason)
        case .scannerReady, .scannerLost, .pictureUnreadable: break
        }
    }

    private func take(_ verdict: Verdict, _ elapsed: Duration) async {
        let isRepeat = verdict.look == .again
        await board.post(ShownVerdict(verdict, at: gate, in: language), isRepeat: isRepeat)
        await board.update { $0.troubles[.cannotRecord] = nil }
        if isRepeat { return metrics.repeated() }
        metrics.judged(verdict.answer.rawValue, reason: verdict.reason, gate: gate.text, elapsed: elapsed)
        if verdict.look == .admit { admissions.append(verdict.at) }
    }

    /// A door with two cameras goes on with one.
    private func camera(_ name: String, isUp: Bool, _ reason: String = "") async {
        cameras[name] = isUp
        metrics.camera(name, isUp: isUp)
        let isBlind = !cameras.values.contains(true)
        await board.update { $0.troubles[.noCamera] = isBlind ? reason : nil }
    }

    /// Counts once a second, however many codes are judged in it.
    private func count() async {
        while !Task.isCancelled {
            do {
                let counts = try await ledger.counts(of: event.id)
                let shown = DoorCounts(
                    inside: counts.admitted,
                    expected: counts.expected,
                    perMinute: admissionsInLastMinute(),
                    turnedAway: counts.turnedAway
                )
                await board.update { $0.counts = shown }
            } catch {
                logger.warning("counts not read", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func admissionsInLastMinute() -> Int {
        let now = WallClock.now
        admissions.removeAll { now.duration(since: $0) > .seconds(60) }
        return admissions.count
    }
}
