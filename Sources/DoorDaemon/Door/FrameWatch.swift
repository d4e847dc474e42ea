// From frames to sightings.

import AsyncAlgorithms
import Logging
import Scanner
import ServiceLifecycle

/// Accepts frames as they arrive, decodes the newest, and passes on each code that comes into view.
struct FrameWatch {
    let frames: any FrameSource
    /// Where to decode the frames.
    let place: DecoderLocation
    let inView: CodeDeduplicator
    let board: EventBus
    let signs: Watchdog
    let logger: Logger
    /// Called with each decoded frame, its camera's name and the decoding time; must return quickly.
    let onDecoded: @Sendable (Frame, String, Duration) -> Void

    /// Returns when the source has ended, or when the service is shutting down and the last frame is decoded.
    ///
    /// - Parameter sightings: Receives each new code; waits while the desk is busy.
    /// - Throws: An error if the decoder cannot be created.
    func run(into sightings: AsyncChannel<Sighting>) async throws {
        guard frames is FrameFolder else { return try await watchLive(into: sightings) }
        // A folder's pictures can wait: each is read after the previous one is decoded, and none is dropped. Shutdown
        // stops only the reading of pictures; codes already decoded still go to the desk.
        let pictures = AsyncStream { await cancelWhenGracefulShutdown { await nextFrame() } }
        try await decode(pictures, into: sightings)
    }

    /// Watches a camera, which does not wait: while a frame is decoded, only the newest other frame is kept.
    private func watchLive(into sightings: AsyncChannel<Sighting>) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: Frame.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                await cancelWhenGracefulShutdown {
                    while let frame = await nextFrame() {
                        signs.turn(frames.name)
                        continuation.yield(frame)
                    }
                }
                signs.rest(frames.name)
            }
            group.addTask { try await decode(stream, into: sightings) }
            try await group.waitForAll()
        }
    }

    /// Returns the next frame, after posting any other events that precede it.
    private func nextFrame() async -> Frame? {
        while let event = await frames.next() {
            switch event {
            case .frame(let frame): return frame
            case .opened(let setting):
                logger.notice("camera opened", metadata: ["camera": "\(frames.name)", "setting": "\(setting)"])
                await board.post(.cameraReady(name: frames.name, setting: setting.description))
            case .untuned(let gaps):
                let list = gaps.map(\.description).joined(separator: "; ")
                logger.warning("camera not set as asked", metadata: ["camera": "\(frames.name)", "gaps": "\(list)"])
            case .lost(let error):
                signs.rest(frames.name)
                // Reporters inform people; the log is for later analysis.
                logger.info("camera lost", metadata: ["camera": "\(frames.name)", "error": "\(error)"])
                await board.post(.cameraLost(name: frames.name, reason: error.description))
            case .unreadable(let file, let error):
                // As above: reporters inform people.
                logger.info("picture unreadable", metadata: ["file": "\(file)", "error": "\(error)"])
                await board.post(.pictureUnreadable(file: file, reason: error.description))
            }
        }
        return nil
    }

    private func decode(_ stream: AsyncStream<Frame>, into sightings: AsyncChannel<Sighting>) async throws {
        let decoder = PictureDecoder(place)
        try await decoder.begin()
        var last: (frame: Frame, codes: [DetectedCode])?
        var told: String?
        let turn = "decoding \(frames.name)"
        for await frame in stream {
            signs.turn(turn)
            defer { signs.rest(turn) }
            let instant = frame.instant ?? .now
            // Blurred frames are decoded too: see docs/architecture.md, "The way of a frame". A covered or frozen
            // camera repeats one picture, so the codes read in it stay in view.
            let known = last.flatMap { $0.frame.isSamePicture(as: frame) ? $0.codes : nil }
            let begin = ContinuousClock.now
            var codes: [DetectedCode] = []
            do {
                codes = if let known { known } else { try await decoder.codes(in: frame).codes }
                last = (frame, codes)
                told = nil
            } catch {
                // The result is unknown, so an identical picture is decoded once more.
                last = nil
                await tell(error, unless: &told)
            }
            let elapsed = begin.duration(to: .now)
            onDecoded(frame, frames.name, elapsed)
            for code in inView.arrivals(in: codes, at: instant) {
                let sighting = Sighting(
                    code, source: frames.name, instant: instant, capturing: instant.duration(to: begin),
                    decoding: elapsed
                )
                await sightings.send(sighting)
            }
        }
    }

    /// Reports a frame on which the decoder failed, like an unreadable file; once until another frame is decoded.
    private func tell(_ error: DecoderError, unless told: inout String?) async {
        guard told != error.description else { return }
        told = error.description
        logger.info("frame not decoded", metadata: ["camera": "\(frames.name)", "error": "\(error)"])
        await board.post(.pictureUnreadable(file: frames.name, reason: error.description))
    }
}
