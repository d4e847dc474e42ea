// The camera's picture, for guests to aim by.

import DoorDisplay
import Scanner
import Synchronization

/// Keeps the newest frame and makes a picture of it only when a page asks, at most ten times a second for all pages.
///
/// The decoder hands its frame over without copying it; making the picture is the web server's work.
final class FramePreview: PreviewSource {
    private let newest = Mutex<(frame: Frame, camera: String, at: ContinuousClock.Instant)?>(nil)
    private let drawing = Drawing()

    /// Widest picture, in pixels; it is shown a few centimetres wide.
    private static let width = 480

    /// Of several cameras one is shown, and another only when that one has been silent for as long as a camera that
    /// counts as stalled.
    func show(_ frame: Frame, of camera: String) {
        newest.withLock { newest in
            if let newest, newest.camera != camera, newest.at.duration(to: .now) < .seconds(2) { return }
            newest = (frame, camera, .now)
        }
    }

    func picture() async -> [UInt8]? {
        await drawing.picture { self.newest.withLock { $0?.frame }?.jpeg(atMost: Self.width) }
    }

    private actor Drawing {
        private var last: (file: [UInt8]?, at: ContinuousClock.Instant)?

        func picture(_ draw: @Sendable () -> [UInt8]?) -> [UInt8]? {
            if let last, last.at.duration(to: .now) < .milliseconds(100) { return last.file }
            let file = draw()
            last = (file, .now)
            return file
        }
    }
}
