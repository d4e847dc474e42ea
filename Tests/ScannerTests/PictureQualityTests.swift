// What a picture's brightness is said to show.

import QRReader
import Scanner
import Testing

struct PictureQualityTests {
    private static func frame(_ value: (Int, Int) -> UInt8) -> Frame {
        Frame(width: 64, height: 48, luma: (0..<64 * 48).map { value($0 % 64, $0 / 64) })
    }

    @Test("A covered lens is dark, a lamp in the picture is glaring")
    func light() {
        let dark = PictureQuality(Self.frame { _, _ in 6 })
        #expect(dark.isDark && !dark.isOverexposed && dark.mean == 6)
        let lamp = PictureQuality(Self.frame { _, y in y < 24 ? 255 : 60 })
        #expect(lamp.isOverexposed && !lamp.isDark && lamp.white == 0.5)
    }

    @Test("A checkerboard is sharp, a slow gradient is not")
    func sharpness() {
        let board = PictureQuality(Self.frame { x, y in (x / 4 + y / 4).isMultiple(of: 2) ? 40 : 200 })
        #expect(board.isSharp && board.edge == 160)
        let gradient = PictureQuality(Self.frame { x, _ in UInt8(60 + 2 * x) })
        #expect(!gradient.isSharp && gradient.edge == 4)
    }
}
