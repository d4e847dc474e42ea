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

    @Test(
        "Each size of a picture is lifted once, whichever are asked for first",
        arguments: [[], [0], [1], [2, 0]], [[0, 1, 2], [2, 1, 0], [1, 2, 0, 1]])
    func liftedSizes(before: [Int], after: [Int]) {
        var (pyramid, work) = (Pyramid(), WorkBudget(limit: 1_000_000))
        for luma in [UInt8(64), 16] {
            let frame = frame(160, 120, Array(repeating: luma, count: 160 * 120))
            pyramid.open(frame)
            for number in before { #expect(pyramid.plane(number, work: &work).pixels.first == luma) }
            pyramid.lift()
            for number in after {
                let plane = pyramid.plane(number, work: &work)
                #expect(plane.width == 160 >> number)
                let lit = plane.pixels.prefix(plane.width * plane.height)
                #expect(Set(lit) == [luma == 64 ? 128 : 64])
            }
            pyramid.close()
            #expect(Set(frame.luma) == [luma], "the frame is not the pyramid's")
        }
    }
}
