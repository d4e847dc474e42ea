// One of many boxes.

import Admission
import HubClient
import HubProtocol
import Ledger
import Sync
import TicketSigning

/// A door and its sharing service, as in `doorcheck run`.
struct LoadBox: ScanningBox {
    let introduction: String
    private let number: Int
    private let key: BoxKey
    private let ledger: Ledger
    private let desk: AdmissionDesk
    private let transport: ScanWatch
    private let news: NewsWatch
    private let codes: [String]
    private let times: ScanTimes
    /// The desk's, without a hub.
    private let makeDesk: @Sendable (any ClaimAuthority) -> AdmissionDesk

    /// - Parameters:
    ///   - number: 0, 1, 2 …
    ///   - name: The name by which the hub knows it.
    ///   - folder: The folder of all ledgers.
    ///   - tickets: The tickets that are scanned at this door.
    ///   - list: The list with the tickets.
    ///   - isBound: Whether it may see no other event.
    ///   - address: The hub's address.
    ///   - times: Records the times of events.
    /// - Throws: `LedgerError`, `KeyFileError`, `SyncFileError`.
    init(
        _ number: Int,
        named name: String,
        in folder: String,
        showing tickets: Range<Int>,
        of list: GuestList,
        onlyThere isBound: Bool,
        at address: HubAddress,
        times: ScanTimes
    ) async throws {
        let key = try BoxKey(at: "\(folder)/\(name).secret")
        ledger = try Ledger(creating: "\(folder)/\(name).sqlite", boxName: name, key: key.publicKey.bytes)
        let page = list.page(of: tickets)
        _ = try await ledger.merge(page, from: .random(), on: LoadClock.now)
        let box = try await ledger.ownBox()
        introduction = introduce(box.id, named: box.name, key, at: isBound ? list.event.id : nil)
        // Separate connections, as a box has.
        func connection() -> HubConnection {
            HubConnection(to: address, as: box.id, key: key, hub: list.hub, now: { LoadClock.now.milliseconds })
        }
        makeDesk = { [ledger] claims in
            AdmissionDesk(
                verifier: list.verifier, ledger: ledger, box: box, event: list.event, gate: .main, claims: claims)
        }
        desk = makeDesk(ClaimWatch(book: ClaimClient(over: connection()), times: times))
        let hub = HubSyncTransport(over: connection(), waiting: connection(), to: address)
        transport = ScanWatch(over: hub, of: box.id, number: number, times: times)
        news = NewsWatch(over: hub)
        times.enter(box.id, number)
        self.number = number
        self.key = key
        self.times = times
        codes = list[tickets]
    }

    /// Introduces the box to the hub, and begins to read at the current end of the hub's list.
    func begin() async throws {
        _ = try await session.run()
    }

    /// Records all entries now, and returns what the box would send of them; it has begun, and does nothing else.
    ///
    /// - Throws: `LedgerError`, `EncodingError`.
    func work() async throws -> BoxWork {
        let claims = ClaimCollector()
        let desk = makeDesk(claims)
        for code in codes { _ = try await desk.decide(code, on: LoadClock.now) }
        let own = try await ledger.versionVector(for: nil, on: LoadClock.now)
        let theirs = try await transport.versionVector(hearing: own)
        var (known, entries): (VersionVector, [WireRecord]) = (theirs, [])
        while true {
            let page = try await ledger.page(after: known, on: LoadClock.now, signedBy: key)
            entries += try page.signed.filter { $0.record.kind == .scan }.map { try WireRecord($0) }
            guard !page.isLast, !page.isEmpty else { break }
            known = known.predicted(after: page)
        }
        guard let epoch = FeedCursor.Epoch(bytes: theirs.end.epoch.bytes) else { throw ConnectionEnded() }
        let end = FeedCursor(epoch: epoch, rev: theirs.end.lists)
        return BoxWork(box: own.ledger, key: key, claims: claims.collected, entries: entries, end: end)
    }

    private var session: SyncSession {
        SyncSession(ledger, signedBy: key, over: transport, now: { LoadClock.now })
    }

    /// Scans one ticket after the other.
    ///
    /// - Parameters:
    ///   - interval: The time between guests.
    ///   - end: The time the doors close.
    /// - Throws: `LedgerError`, and `CancellationError`.
    func admit(every interval: Duration, until end: ContinuousClock.Instant) async throws {
        var next = ContinuousClock.now + interval * Double.random(in: 0..<1)
        for (place, code) in codes.enumerated() {
            try await Task.sleep(until: next, clock: .continuous)
            guard ContinuousClock.now < end else { return }
            let start = ContinuousClock.now
            let verdict = try await desk.decide(code, on: LoadClock.now)
            times.admitted(place + 1, at: number, since: start, isGreen: verdict.answer == .admit)
            next += interval
        }
    }

    /// Shares records until the task is cancelled, as a box does.
    func shareAlways() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await news.run() }
            group.addTask {
                // Boxes are not started at once.
                try? await Task.sleep(for: .seconds(.random(in: 0...5)))
                var next = NewsWatch.Next.sync
                while !Task.isCancelled {
                    do {
                        let due = next
                        next = .sync
                        _ = try await news.perform(due, session)
                        next = try await news.waitForNews(of: session) ?? .sync
                    } catch {
                        if !Task.isCancelled { times.missed() }
                        try? await Task.sleep(for: .seconds(1))
                    }
                }
            }
        }
    }
}
