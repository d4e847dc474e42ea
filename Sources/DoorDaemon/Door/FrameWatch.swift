// From frames to sightings.

import AsyncAlgorithms
import Logging
import QRReader
import Scanner
import ServiceLifecycle

/// Accepts frames as they arrive, decodes the newest, and passes on each code that comes into view.
struct FrameWatch {
    let frames: any FrameSource
    /// Where to decode the frames.
    let decoding: DecoderLocation
    let inView: CodeDeduplicator
    let events: EventBus
    let watchdog: Watchdog
    let logger: Logger
    /// Called with each decoded frame, if its pixels are known, its camera's name and the decoding time; must return
    /// quickly.
    let onDecoded: @Sendable (Frame?, String, Duration) -> Void
    /// Whether `onDecoded` needs the pixels of Motion JPEG frames.
    let needsPixels: Bool

    /// Returns when the source has ended, or when the service is shutting down and the last frame is decoded.
    ///
    /// - Parameter sightings: Receives each new code; waits while the desk is busy.
    /// - Throws: `DecoderError` if the decoder cannot be started, and not only too slowly.
    func run(into sightings: AsyncChannel<Sighting>) async throws {
        guard frames is FrameFolder else { return try await watchLive(into: sightings) }
        // A folder's pictures can wait: each is read after the previous one is decoded, and none is dropped. Shutdown
        // stops only the reading of pictures; codes already decoded still go to the desk.
        let pictures = AsyncStream { await cancelWhenGracefulShutdown { await nextFrame() } }
        try await decode(pictures, into: sightings)
    }

    /// Watches a camera, which does not wait: while a frame is decoded, only the newest other frame is kept.
    private func watchLive(into sightings: AsyncChannel<Sighting>) async throws {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CapturedFrame.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { continuation.finish() }
                await cancelWhenGracefulShutdown {
                    while let frame = await nextFrame() {
                        watchdog.turn(frames.name)
                        continuation.yield(frame)
                    }
                }
                watchdog.rest(frames.name)
            }
            group.addTask { try await decode(stream, into: sightings) }
            // Not `waitForAll`, which would wait for the camera before it throws.
            for try await _ in group {}
        }
    }

    /// Returns the next frame, after posting any other events that precede it.
    private func nextFrame() async -> CapturedFrame? {
        while let event = await frames.next() {
            switch event {
            case .frame(let frame): return frame
            case .opened(let setting):
                logger.notice("camera opened", metadata: ["camera": "\(frames.name)", "setting": "\(setting)"])
                await events.post(.cameraReady(name: frames.name, setting: setting.description))
            case .untuned(let gaps):
                let list = gaps.map(\.description).joined(separator: "; ")
                logger.warning("camera not set as asked", metadata: ["camera": "\(frames.name)", "gaps": "\(list)"])
            case .lost(let error):
                watchdog.rest(frames.name)
                // Reporters inform people; the log is for later analysis.
                logger.info("camera lost", metadata: ["camera": "\(frames.name)", "error": "\(error)"])
                await events.post(.cameraLost(name: frames.name, reason: error.description))
            case .unreadable(let file, let error):
                // As above: reporters inform people.
                logger.info("picture unreadable", metadata: ["file": "\(file)", "error": "\(error)"])
                await events.post(.pictureUnreadable(file: file, reason: error.description))
            }
        }
        return nil
    }

    private func decode(_ stream: AsyncStream<CapturedFrame>, into sightings: AsyncChannel<Sighting>) async throws {
        let decoder = PictureDecoder(decoding)
        var memory = Memory()
        do throws(DecoderError) {
            try await decoder.begin()
        } catch {
            switch error {
            case .cannotStart, .notConfined: throw error
            // A machine that is very busy; each frame starts the decoder again.
            case .tooSlow, .ended, .outOfMemory: await report(error, unless: &memory.reported)
            }
        }
        let turn = "decoding \(frames.name)"
        for await captured in stream {
            watchdog.turn(turn)
            defer { watchdog.rest(turn) }
            let begin = ContinuousClock.now
            guard let picture = await read(captured, with: decoder, &memory) else { continue }
            let elapsed = begin.duration(to: .now)
            onDecoded(picture.frame, frames.name, elapsed)
            for code in inView.arrivals(in: picture.codes, at: captured.instant) {
                let sighting = Sighting(
                    code, source: frames.name, instant: captured.instant,
                    capturing: captured.instant.duration(to: begin), decoding: elapsed)
                await sightings.send(sighting)
            }
        }
    }

    /// What is known from earlier frames.
    private struct Memory {
        /// The last frame that was decoded, unless the decoder failed since.
        var last: (captured: CapturedFrame, picture: DecodedPicture)?
        /// The failure that was reported for the frames before this one.
        var reported: String?
    }

    /// Decodes a frame, unless it is identical to the last one: a covered or frozen camera repeats one picture, so the
    /// codes read in it stay in view. Blurred frames are decoded too: see docs/architecture.md, "The way of a frame".
    ///
    /// - Returns: The picture, without codes if the decoder failed; nil if the frame is damaged. A camera that gives no
    ///   others counts as stalled.
    private func read(
        _ captured: CapturedFrame, with decoder: PictureDecoder, _ memory: inout Memory
    ) async -> DecodedPicture? {
        if let last = memory.last, last.captured.isSamePicture(as: captured) {
            frames.frameWasDecoded(isPicture: true)
            return last.picture
        }
        do {
            let picture = try await decoder.read(captured, from: frames, keepsPixels: needsPixels)
            guard let picture else { return nil }
            memory = Memory(last: (captured, picture))
            return picture
        } catch {
            // The result is unknown, so an identical picture is decoded once more.
            memory.last = nil
            await report(error, unless: &memory.reported)
            let frame: Frame? = if case .luma(let frame) = captured.content { frame } else { nil }
            return DecodedPicture(codes: [], decoding: .zero, frame: frame)
        }
    }

    /// Reports a frame on which the decoder failed, like an unreadable file; once until another frame is decoded.
    private func report(_ error: DecoderError, unless reported: inout String?) async {
        guard reported != error.description else { return }
        reported = error.description
        logger.info("frame not decoded", metadata: ["camera": "\(frames.name)", "error": "\(error)"])
        await events.post(.pictureUnreadable(file: frames.name, reason: error.description))
    }
}
