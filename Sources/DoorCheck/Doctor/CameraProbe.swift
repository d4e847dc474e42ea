// A few seconds of a camera.

import Scanner

/// What a camera gave while it was looked through.
struct CameraProbe {
    let setting: VideoSetting
    /// What the camera could not be set to.
    let gaps: [CameraTuningGap]
    /// Measured.
    let framesPerSecond: Double
    let newest: Frame

    /// - Parameters:
    ///   - path: The camera's node.
    ///   - request: The picture that is wanted.
    ///   - skipped: Frames at the beginning that do not count.
    ///   - limit: How long to look at the frames after them.
    /// - Throws: `CameraError`; `CancellationError` when the task was cancelled.
    init(path: String, request: VideoRequest, skipping skipped: Int, for limit: Duration) async throws {
        let camera = VideoCamera(path: path, request: request, decodingAt: .outOfProcess)
        var (setting, gaps, count) = (nil as VideoSetting?, [] as [CameraTuningGap], 0)
        var first: Frame?
        while let event = await camera.next() {
            switch event {
            case .opened(let opened): setting = opened
            case .untuned(let found): gaps = found
            case .lost(let error): throw error
            case .unreadable: continue
            case .frame(let frame):
                count += 1
                guard count > skipped, let setting, let time = frame.instant else { continue }
                guard let begin = first, let start = begin.instant else {
                    first = frame
                    continue
                }
                let elapsed = start.duration(to: time)
                guard elapsed >= limit else { continue }
                self.setting = setting
                self.gaps = gaps
                framesPerSecond =
                    Double(Self.frames(from: begin, to: frame, seen: count - skipped)) / (elapsed / .seconds(1))
                newest = frame
                return
            }
        }
        throw CancellationError()
    }

    /// The camera's own count, where it keeps one: a slow reader misses frames that were there.
    private static func frames(from first: Frame, to last: Frame, seen: Int) -> Int {
        guard let low = first.sequence, let high = last.sequence, high > low else { return seen - 1 }
        return Int(high - low)
    }
}
