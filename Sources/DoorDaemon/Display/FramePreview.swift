// The camera preview that helps guests aim.

import DoorDisplay
import DoorOutput
import Scanner
import Synchronization

/// Keeps the newest frame and encodes it only when a page requests it, at most ten times a second for all pages.
///
/// The decoder passes its frame without copying it; the web server encodes the picture.
final class FramePreview: PreviewSource {
    private let newest = Mutex<(frame: Frame, camera: String, at: ContinuousClock.Instant)?>(nil)
    private let drawing = Drawing()

    /// The maximum width in pixels; the page shows the picture a few centimetres wide.
    private static let width = 480

    /// Shows a frame. Of several cameras, only one is shown until it has been silent for as long as a stalled camera.
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
