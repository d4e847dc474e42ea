// Which frames are one picture.

import Testing

@testable import QRReader

struct FrameTests {
    private func frame(_ width: Int, _ height: Int, _ luma: [UInt8]) -> Frame {
        Frame(width: width, height: height, luma: luma)
    }

    @Test("Frames are one picture when every pixel is equal")
    func samePicture() {
        let frame = frame(3, 2, [1, 2, 3, 4, 5, 6])
        #expect(frame.isSamePicture(as: self.frame(3, 2, [1, 2, 3, 4, 5, 6])))
        #expect(!frame.isSamePicture(as: self.frame(3, 2, [1, 2, 3, 4, 5, 7])))
        #expect(!frame.isSamePicture(as: self.frame(3, 2, [0, 2, 3, 4, 5, 6])))
        #expect(!frame.isSamePicture(as: self.frame(2, 3, [1, 2, 3, 4, 5, 6])))
    }

    @Test("Lifting brightens what is dark, and leaves black, white and the order")
    func lifting() {
        let luma = (0...255).map { UInt8($0) }
        var plane = LumaPlane()
        plane.share(frame(128, 2, luma))
        plane.lift()
        let lifted = plane.pixels
        #expect(lifted[0] == 0 && lifted[64] == 128 && lifted[255] == 255)
        #expect(lifted == lifted.sorted())
        #expect(zip(lifted, luma).allSatisfy { $0 >= $1 })
    }
}
