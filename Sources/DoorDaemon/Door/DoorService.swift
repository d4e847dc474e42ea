// The door: from camera frames to verdicts.

import Admission
import AsyncAlgorithms
import DoorOutput
import DoorTexts
import Ledger
import Logging
import QRReader
import Scanner
import ServiceLifecycle
import TicketSigning

/// Runs a door until it is asked to close.
///
/// Frames may be dropped (the newest one wins), sightings never (each waits until the desk accepts it), and no
/// admission is posted before the ledger has committed it. On shutdown, the sources end first, then all remaining
/// sightings are judged, then the event bus is closed. With several sources, the door stays open until the last one
/// ends.
struct DoorService: Service {
    let sources: [CodeSource]
    let context: DoorContext
    let events: EventBus
    let logger: Logger
    let clock: ClockMonitor
    /// Where to decode frames.
    var decoding = DecoderLocation.inProcess
    /// Returns the current time.
    var now: @Sendable () -> Timestamp = { WallClock.now }
    /// Detects parts of the door that hang.
    var watchdog = Watchdog()
    /// Called with each decoded frame, if its pixels are known, its camera's name and the decoding time; must return
    /// quickly.
    var onDecoded: @Sendable (Frame?, String, Duration) -> Void = { _, _, _ in }
    /// Whether `onDecoded` needs the pixels of Motion JPEG frames.
    var needsPixels = false

    /// Whether there is a camera or a substitute.
    var hasCamera: Bool {
        sources.contains { if case .frames = $0 { true } else { false } }
    }

    func run() async throws {
        let sightings = AsyncChannel<Sighting>()
        await events.post(.opened)
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
                    for await sighting in sightings {
                        watchdog.turn("judging")
                        await judge(sighting, &trust)
                        watchdog.rest("judging")
                    }
                }
                try await group.waitForAll()
            }
        } catch {
            await events.close()
            throw error
        }
        await events.close()
        logger.notice("door closed")
    }

    private func watch(into sightings: AsyncChannel<Sighting>) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for source in sources {
                group.addTask { try await watch(source, into: sightings) }
            }
            // Not `waitForAll`: a source that fails ends the door, also if others go on.
            for try await _ in group {}
        }
    }

    private func watch(_ source: CodeSource, into sightings: AsyncChannel<Sighting>) async throws {
        switch source {
        case .frames(let frames):
            let watch = FrameWatch(
                frames: frames, decoding: decoding, inView: context.inView, events: events, watchdog: watchdog,
                logger: logger,
                onDecoded: onDecoded, needsPixels: needsPixels
            )
            try await watch.run(into: sightings)
        case .lines(let input):
            while let line = await cancelWhenGracefulShutdown({ await input.next() }) {
                if !line.isEmpty { await take(line, typedBy: "stdin", isAnswered: true, into: sightings) }
            }
        case .scanner(let scanner):
            while let event = await cancelWhenGracefulShutdown({ await scanner.next() }) {
                await take(event, of: scanner.name, into: sightings)
            }
        }
    }

    private func take(_ event: BarcodeScannerEvent, of name: String, into sightings: AsyncChannel<Sighting>) async {
        switch event {
        case .opened(let product):
            logger.notice("scanner opened", metadata: ["scanner": "\(name)", "product": "\(product)"])
            await events.post(.scannerReady(name: name, product: product))
        case .lost(let error):
            logger.info("scanner lost", metadata: ["scanner": "\(name)", "error": "\(error)"])
            await events.post(.scannerLost(name: name, reason: error.description))
        case .garbled:
            logger.warning(
                "code incomplete",
                metadata: ["scanner": "\(name)", "try": "scan again; the scanner must send Enter after each code"]
            )
        case .code(let text): await take(text, typedBy: name, into: sightings)
        }
    }

    /// Passes a code on if it is new, or in any case if a program may wait for the answer to each.
    private func take(
        _ text: String,
        typedBy name: String,
        isAnswered: Bool = false,
        into sightings: AsyncChannel<Sighting>
    ) async {
        let instant = ContinuousClock.now
        let start = context.inView.inViewSince(text, typedBy: name, at: instant)
        guard start == nil || isAnswered else { return }
        await sightings.send(Sighting(text: text, source: name, instant: instant, inViewSince: start))
    }

    /// Posts an event when the clock is no longer trusted, or trusted again.
    private func tell(_ trust: ClockTrust, after last: inout ClockTrust) async {
        defer { last = trust }
        guard (trust == .trusted) != (last == .trusted) else { return }
        await events.post(.clock(trust, at: now()))
        logger.warning("clock", metadata: ["trusted": "\(trust == .trusted)"])
    }

    private func judge(_ sighting: Sighting, _ lastTrust: inout ClockTrust) async {
        let instant = now()
        let trust = clock.trust(wall: instant, elapsed: .now)
        await tell(trust, after: &lastTrust)
        do {
            // Rounded to the earlier millisecond, like the times of movements.
            let start = sighting.inViewSince.map { start in
                Timestamp(milliseconds: instant.milliseconds - 1 - Int64(start.duration(to: .now) / .milliseconds(1)))
            }
            let verdict = try await context.desk.decide(sighting.text, on: instant, clock: trust, inViewSince: start)
            let elapsed = sighting.instant.duration(to: .now)
            await events.post(.judged(verdict, source: sighting.source, elapsed: elapsed))
            logger.info(
                "code judged",
                metadata: [
                    "verdict": "\(verdict.answer.rawValue)", "reason": "\(verdict.reasonCode)",
                    "ticket.id": "\(verdict.ticket?.id.description ?? "-")", "elapsed.ms": "\(elapsed.milliseconds)",
                    "source": "\(sighting.source)",
                    "capture.ms": "\(sighting.capturing.milliseconds)",
                    "decode.ms": "\(sighting.decoding.milliseconds)",
                ]
            )
        } catch {
            await events.post(.undecided(reason: "\(error)", source: sighting.source))
            logger.error("code not judged", metadata: ["error": "\(error)"])
        }
    }
}
