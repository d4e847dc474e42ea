// Frames as people see them.

import QRReader
import Testing

@testable import Scanner

struct FramePreviewTests {
    @Test("A frame becomes a JPEG file that is halved until it is small enough, and shows the same")
    func preview() throws {
        let luma = (0..<1280 * 720).map { UInt8($0 % 1280 / 5) }
        let file = try #require(Frame(width: 1280, height: 720, luma: luma).jpeg(atMost: 480))
        let picture = try JPEGDecoder().picture(file, limits: .default)
        #expect(picture.frame.width == 320 && picture.frame.height == 180)
        for x in stride(from: 0, to: 320, by: 20) {
            #expect(abs(Int(picture.frame.luma[90 * 320 + x]) - x * 4 / 5) < 8)
        }
        #expect(file.count < 30_000)
    }

    @Test("A frame of one pixel is a picture as well")
    func smallest() {
        #expect(Frame(width: 1, height: 1, luma: [7]).jpeg(atMost: 480) != nil)
    }
}
