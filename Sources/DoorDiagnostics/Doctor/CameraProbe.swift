// A few seconds of a camera's output.

import Scanner

/// A camera's output during a probe.
struct CameraProbe {
    let setting: VideoSetting
    /// The settings that the camera did not accept.
    let gaps: [CameraTuningGap]
    /// The measured frame rate.
    let framesPerSecond: Double
    let newest: Frame

    /// - Parameters:
    ///   - path: The camera's device node.
    ///   - request: The requested picture format and settings.
    ///   - skipped: The number of initial frames to ignore.
    ///   - limit: How long to probe after those frames.
    /// - Throws: `CameraError`; `CancellationError` if the task is cancelled.
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

    /// Returns the number of frames by the camera's own sequence numbers, if it has them: a slow reader misses
    /// frames.
    private static func frames(from first: Frame, to last: Frame, seen: Int) -> Int {
        guard let low = first.sequence, let high = last.sequence, high > low else { return seen - 1 }
        return Int(high - low)
    }
}
