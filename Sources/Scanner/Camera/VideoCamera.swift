// A camera that may be unplugged and plugged in again.

import BlockingCalls
internal import Synchronization

/// A camera at a node, opened whenever it is connected.
///
/// When the camera is unplugged, stalls or fails, the actor reports ``CameraEvent/lost(_:)`` once and retries every
/// second; when the camera works again, it reports ``CameraEvent/opened(_:)`` and continues. If the reason for the
/// failure changes, it is reported again.
public actor VideoCamera: FrameSource {
    /// The source name in sightings.
    public nonisolated let name: String
    private let path: String
    private let request: VideoRequest
    private let queue: BlockingQueue
    private var state = State.new
    /// The gaps that were last reported.
    private var knownGaps: [CameraTuningGap] = []
    private nonisolated let damage = Mutex(DamagedFrames())

    private enum State {
        /// Not opened yet.
        case new
        /// To be reopened; holds the reason that was reported and the time of the next attempt.
        case lost(CameraError, retry: ContinuousClock.Instant)
        /// Streaming; holds the time of the last frame.
        case running(VideoStream, lastFrame: ContinuousClock.Instant)
    }

    /// The time without a frame after which a camera counts as stalled; in the dark, webcams drop to 5 frames a
    /// second.
    private static let timeout = Duration.seconds(2)
    private static let retryInterval = Duration.seconds(1)
    /// The longest wait before a cancelled reader returns.
    private static let sliceMilliseconds: Int32 = 100

    /// The camera's own queue, since drivers block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// Creates a camera that is opened by the first call of ``next()``.
    ///
    /// - Parameters:
    ///   - path: The camera's node, for example `/dev/video0` or a stable name below `/dev/v4l/by-id`.
    ///   - name: The source name in sightings; the path by default.
    ///   - request: The requested format.
    public init(path: String, name: String? = nil, request: VideoRequest = VideoRequest()) {
        self.path = path
        self.name = name ?? path
        self.request = request
        self.queue = BlockingQueue(label: "camera \(path)")
    }

    /// Waits for the next event: the newest frame, or the loss or return of the camera.
    ///
    /// - Returns: The event; nil if the task was cancelled, in which case the camera is closed.
    public func next() async -> CameraEvent? {
        while !Task.isCancelled {
            if case .lost(_, let retry) = state { try? await Task.sleep(until: retry, clock: .continuous) }
            do throws(CameraError) {
                if let event = try step() { return event }
            } catch {
                if let event = lose(error) { return event }
            }
        }
        state = .new
        return nil
    }

    /// Performs one step: opens the camera or waits briefly for a frame.
    ///
    /// - Returns: The event; nil if there is none yet.
    private func step() throws(CameraError) -> CameraEvent? {
        switch state {
        case .new, .lost:
            let stream = try VideoStream(path: path, request: request)
            damage.withLock { $0 = DamagedFrames() }
            state = .running(stream, lastFrame: .now)
            return .opened(stream.setting)
        case .running(let stream, _) where stream.gaps != knownGaps:
            knownGaps = stream.gaps
            return knownGaps.isEmpty ? nil : .untuned(knownGaps)
        case .running(let stream, let lastFrame):
            guard damage.withLock({ $0.duration }) < Self.timeout else { throw stalled }
            if let frame = try stream.frame(withinMilliseconds: Self.sliceMilliseconds) {
                state = .running(stream, lastFrame: .now)
                return .frame(frame)
            }
            guard lastFrame.duration(to: .now) < Self.timeout else { throw stalled }
            return nil
        }
    }

    /// Records whether a frame held a picture: one that delivers only damaged frames for 2 s counts as stalled.
    ///
    /// - Parameter isPicture: Whether the last decoded frame held a picture.
    public nonisolated func frameWasDecoded(isPicture: Bool) {
        damage.withLock { $0.note(isPicture: isPicture, at: .now) }
    }

    private var stalled: CameraError { .stalled(path: path, seconds: Int(Self.timeout.components.seconds)) }

    /// Closes the camera after an error.
    ///
    /// - Returns: The event to report; nil if it was already reported.
    private func lose(_ error: CameraError) -> CameraEvent? {
        let known: CameraError? = if case .lost(let known, _) = state { known } else { nil }
        let isNews = known != error && !(known == .unplugged(path: path) && error == .noDevice(path: path))
        state = .lost(isNews ? error : known ?? error, retry: .now + Self.retryInterval)
        return isNews ? .lost(error) : nil
    }
}

/// Detects a camera whose frames arrive, but hold no picture.
struct DamagedFrames {
    /// The times at which the first and the last of them were decoded.
    private var times: ClosedRange<ContinuousClock.Instant>?

    /// The time for which no frame has held a picture; a reader that is busy does not make it longer.
    var duration: Duration { times.map { $0.lowerBound.duration(to: $0.upperBound) } ?? .zero }

    mutating func note(isPicture: Bool, at instant: ContinuousClock.Instant) {
        let first = times?.lowerBound ?? instant
        times = isPicture ? nil : first...max(first, instant)
    }
}
