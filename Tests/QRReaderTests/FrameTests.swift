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
}
