// The door: from light to verdict.

import Admission
import AsyncAlgorithms
import Ledger
import Logging
import Scanner
import ServiceLifecycle
import TicketSigning

/// Runs a door until it is told to close.
///
/// Frames may be dropped (the newest one wins), sightings never (each waits until the desk takes it), and nothing
/// is posted as admitted before the ledger has committed. On shutdown the source ends first, then everything that
/// was seen is judged, then the board is closed.
struct DoorService: Service {
    let source: CodeSource
    let desk: AdmissionDesk
    let board: NewsBoard
    let logger: Logger
    let clock: ClockWatch
    /// The time of day.
    var now: @Sendable () -> Timestamp = { WallClock.now }

    func run() async throws {
        let sightings = AsyncChannel<Sighting>()
        await board.post(.opened)
        logger.notice("door opened")
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { sightings.finish() }
                    try await watch(into: sightings)
                }
                group.addTask {
                    var trust = ClockTrust.trusted
                    await tell(clock.trust(wall: now(), elapsed: .now), after: &trust)
                    for await sighting in sightings { await judge(sighting, &trust) }
                }
                try await group.waitForAll()
            }
        } catch {
            await board.close()
            throw error
        }
        await board.close()
        logger.notice("door closed")
    }

    private func watch(into sightings: AsyncChannel<Sighting>) async throws {
        switch source {
        case .frames(let frames):
            try await FrameWatch(frames: frames, board: board, logger: logger).run(into: sightings)
        case .lines(let input):
            while let line = await cancelWhenGracefulShutdown({ await input.next() }) {
                guard !line.isEmpty else { continue }
                await sightings.send(Sighting(text: line, source: "stdin", instant: .now))
            }
        }
    }

    /// Tells everybody when the clock is believed no longer, or again.
    private func tell(_ trust: ClockTrust, after last: inout ClockTrust) async {
        defer { last = trust }
        guard (trust == .trusted) != (last == .trusted) else { return }
        await board.post(.clock(trust, at: now()))
        logger.warning("clock", metadata: ["trusted": "\(trust == .trusted)"])
    }

    private func judge(_ sighting: Sighting, _ lastTrust: inout ClockTrust) async {
        let instant = now()
        let trust = clock.trust(wall: instant, elapsed: .now)
        await tell(trust, after: &lastTrust)
        do {
            let verdict = try await desk.decide(sighting.text, on: instant, clock: trust)
            let elapsed = sighting.instant.duration(to: .now)
            await board.post(.judged(verdict, source: sighting.source, elapsed: elapsed))
            logger.info(
                "code judged",
                metadata: [
                    "verdict": "\(verdict.answer.rawValue)", "reason": "\(verdict.reason)",
                    "ticket.id": "\(verdict.ticket?.id.description ?? "-")", "elapsed.ms": "\(elapsed.milliseconds)",
                ]
            )
        } catch {
            await board.post(.undecided(reason: "\(error)", source: sighting.source))
            logger.error("code not judged", metadata: ["error": "\(error)"])
        }
    }
}
