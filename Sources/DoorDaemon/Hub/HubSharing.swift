// Sharing records with the hub while the door runs.

import DoorTexts
import HubClient
import Ledger
import Logging
import ServiceLifecycle
import Sync

/// Sends new local records and fetches new remote records, every second while there are some.
struct HubSharing: Service {
    let ledger: Ledger
    let key: BoxKey
    let transport: HubSyncTransport
    let claims: ClaimClient
    let door: DoorContext
    let logger: Logger

    /// The delay in seconds before retrying a hub that does not answer; random, so that boxes do not return at once.
    private static let pause = 2.0...6.0
    /// The delay in seconds between probes of a hub that does not answer claims: with the time that a probe takes, less
    /// than 2 s.
    private static let probePause = 0.5...1.0
    /// How soon a sync or a pause ends once the hub answers claims again.
    private static let poll: Duration = .milliseconds(200)
    /// How long a gate that closes waits at most until the hub's own ledger has its last scans.
    private static let handBackTime: Duration = .seconds(5)

    func run() async {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                let news = NewsWatch(over: transport)
                group.addTask { await news.run() }
                group.addTask { await share(waitingFor: news) }
                group.addTask { await probe() }
            }
        }
        await handBackPlaces()
    }

    /// Claims coordinate the gates; shared records are for reports and for when the hub is unreachable.
    private func share(waitingFor news: NewsWatch) async {
        var isConnected = true
        var places = PlaceRenewal(ledger: ledger, asking: claims, for: door)
        let session = SyncSession(ledger, signedBy: key, over: transport, now: { WallClock.now })
        var next = NewsWatch.Next.sync
        while !Task.isCancelled {
            do {
                let due = next
                next = .sync
                let outcome = try await untilHubReturns { try await news.perform(due, session) }
                guard let outcome else { continue }
                await claims.didSync()
                await places.renew(logger: logger)
                for sentence in outcome.received.faults.sentences { logger.error("\(sentence)") }
                if !isConnected { logger.notice("hub reached again") }
                isConnected = true
                next =
                    try await news.waitForNews(
                        of: session,
                        onAnswer: { try await session.noteContact() },
                        everySecond: { await places.renew(logger: logger) }) ?? .sync
            } catch  where Task.isCancelled {
                return
            } catch {
                if isConnected { logger.warning("hub unreachable", metadata: ["error": "\(error)"]) }
                isConnected = false
                _ = try? await untilHubReturns { try await Task.sleep(for: .seconds(.random(in: Self.pause))) }
            }
        }
    }

    /// Gives the places of a gate that closes to others.
    private func handBackPlaces() async {
        let places = PlaceRenewal(ledger: ledger, asking: claims, for: door)
        // A program that has to end at once still says what it could not do.
        guard await Task(operation: { await places.mayHoldPlaces }).value else { return }
        let session = SyncSession(ledger, signedBy: key, over: transport, now: { WallClock.now })
        let isDone = await withTaskGroup(of: Bool.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                guard (try? await session.run()) != nil else { return false }
                while !Task.isCancelled {
                    if await places.handBack() { return true }
                    try? await Task.sleep(for: Self.poll)
                }
                return false
            }
            group.addTask {
                try? await Task.sleep(for: Self.handBackTime)
                return false
            }
            return await group.next() ?? false
        }
        if !isDone { logger.warning("places not handed back: others get them once this gate opens again") }
    }

    /// Ends a sync, or a pause, when the hub answers claims again: what was sent to it before may never be answered.
    ///
    /// - Returns: `nil` if the hub has returned meanwhile.
    private func untilHubReturns<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let count = await claims.returnCount
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                while await claims.returnCount == count { try await Task.sleep(for: Self.poll) }
                return nil
            }
            return try await group.next() ?? nil
        }
    }

    /// Asks a hub that does not answer claims again and again, so that the gate is alone no longer than necessary.
    private func probe() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(.random(in: Self.probePause)))
            await claims.probe()
        }
    }
}
