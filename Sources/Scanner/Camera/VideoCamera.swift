// A camera that comes and goes.

/// A camera at a node, opened whenever it is there.
///
/// Unplugged, stalled or failed, it says so once as ``CameraEvent/lost(_:)`` and is tried again every second; when it
/// works again it says ``CameraEvent/opened(_:)`` and goes on. Another reason for not working is said as well.
public actor VideoCamera: FrameSource {
    /// The name that sightings carry.
    public nonisolated let name: String
    private let path: String
    private let request: VideoRequest
    private let place: DecoderLocation
    private let queue: BlockingQueue
    private var state = State.new
    /// What the camera could not do when it was last told.
    private var knownGaps: [CameraTuningGap] = []

    private enum State {
        /// To be opened at once.
        case new
        /// To be opened again; holds the reason that was told, and when to try.
        case lost(CameraError, retry: ContinuousClock.Instant)
        /// Gives frames; holds when the last one came.
        case running(VideoStream, lastFrame: ContinuousClock.Instant)
    }

    /// Without a frame for so long a camera counts as stalled: in the dark, webcams go down to 5 frames a second.
    private static let timeout = Duration.seconds(2)
    private static let retryInterval = Duration.seconds(1)
    /// How soon a cancelled reader is let go.
    private static let sliceMilliseconds: Int32 = 100

    /// The camera's own queue, since drivers block.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The camera's node, for example `/dev/video0` or a stable name below `/dev/v4l/by-id`.
    ///   - name: The name that sightings carry; the path by default.
    ///   - request: The picture that is wanted.
    ///   - place: Where Motion JPEG is decoded.
    public init(
        path: String, name: String? = nil, request: VideoRequest = VideoRequest(),
        decodingAt place: DecoderLocation = .here
    ) {
        self.path = path
        self.name = name ?? path
        self.request = request
        self.place = place
        self.queue = BlockingQueue(label: "camera \(path)")
    }

    /// Waits for what happens next: the newest frame, the loss or the return of the camera.
    ///
    /// - Returns: The event; nil when the task was cancelled, and the camera is then closed.
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

    /// - Returns: What happened; nil for nothing yet.
    private func step() throws(CameraError) -> CameraEvent? {
        switch state {
        case .new, .lost:
            let stream = try VideoStream(path: path, request: request, decodingAt: place)
            state = .running(stream, lastFrame: .now)
            return .opened(stream.setting)
        case .running(let stream, _) where stream.gaps != knownGaps:
            knownGaps = stream.gaps
            return knownGaps.isEmpty ? nil : .untuned(knownGaps)
        case .running(let stream, let lastFrame):
            if let frame = try stream.frame(withinMilliseconds: Self.sliceMilliseconds) {
                state = .running(stream, lastFrame: .now)
                switch frame {
                case .success(let frame): return .frame(frame)
                case .failure(let error): return .unreadable(file: path, error)
                }
            }
            guard lastFrame.duration(to: .now) < Self.timeout else {
                throw .stalled(path: path, seconds: Int(Self.timeout.components.seconds))
            }
            return nil
        }
    }

    /// Closes the camera.
    ///
    /// - Returns: The event to tell; nil where it is no news.
    private func lose(_ error: CameraError) -> CameraEvent? {
        let known: CameraError? = if case .lost(let known, _) = state { known } else { nil }
        let isNews = known != error && !(known == .unplugged(path: path) && error == .noDevice(path: path))
        state = .lost(isNews ? error : known ?? error, retry: .now + Self.retryInterval)
        return isNews ? .lost(error) : nil
    }
}
