// Which of a camera's modes a door takes.

import Testing

@testable import Scanner

struct VideoModeTests {
    private func mode(_ format: PixelFormat, _ width: Int, _ height: Int, _ rate: Double) -> VideoMode {
        VideoMode(
            format: format.fourCC, widths: width...width, heights: height...height, rates: [rate...rate, 5...5])
    }

    private func best(_ modes: [VideoMode]) -> String? {
        VideoMode.best(of: modes, for: VideoRequest())?.description
    }

    @Test("Uncompressed is taken where it reaches the rate")
    func uncompressed() {
        #expect(best([mode(.mjpeg, 1280, 720, 30), mode(.yuyv, 1280, 720, 30)]) == "YUYV 1280x720 at 30/s")
        #expect(best([mode(.yuyv, 1280, 720, 30), mode(.grey, 1280, 720, 29.97)]) == "GREY 1280x720 at 30/s")
    }

    @Test("Motion JPEG is taken where the uncompressed formats do not reach the rate")
    func compressed() {
        #expect(best([mode(.yuyv, 1280, 720, 10), mode(.mjpeg, 1280, 720, 30)]) == "MJPG 1280x720 at 30/s")
    }

    @Test("The size comes before the rate")
    func size() {
        #expect(best([mode(.yuyv, 640, 480, 30), mode(.yuyv, 1280, 720, 10)]) == "YUYV 1280x720 at 10/s")
        #expect(best([mode(.yuyv, 640, 480, 30), mode(.yuyv, 320, 240, 30)]) == "YUYV 640x480 at 30/s")
    }

    @Test("A camera that scales is asked for just what is wanted")
    func ranges() {
        let modes = [
            VideoMode(format: PixelFormat.nv12.fourCC, widths: 32...4096, heights: 32...4096, rates: [1...120]),
            mode(.nv12, 1920, 1080, 30),
        ]
        #expect(best(modes) == "NV12 1280x720 at 30/s")
    }

    @Test("A camera that names no rates is asked for the one that is wanted")
    func noRates() {
        let modes = [VideoMode(format: PixelFormat.grey.fourCC, widths: 640...640, heights: 480...480, rates: [])]
        #expect(best(modes) == "GREY 640x480 at 30/s")
    }

    @Test("Of formats that are not read, none is taken")
    func unknown() {
        let modes = [VideoMode(format: FourCC(rawValue: 0x3432_3652), widths: 1...1, heights: 1...1, rates: [])]
        #expect(best(modes) == nil)
        #expect(best([]) == nil)
    }
}
