// Tests that a camera which was away shows no code of before.

import DoorPictures
import QRReader
import Testing
import TicketPrinting

@testable import Scanner

struct LateFrameTests {
    private static let text = "DC1:LATE/" + String(repeating: "BLUR 0123456789 ", count: 6)

    @Test("A code that a frame left no work for is read in the next one, but not where that comes much later")
    func late() throws {
        #expect(try codes(afterFrames: 0, next: .milliseconds(33)) == [Self.text])
        #expect(try codes(afterFrames: 0, next: .seconds(1)).isEmpty)
        // The picture stays the same, as a frozen camera's does, and no frame is late.
        #expect(try codes(afterFrames: 30, next: .milliseconds(33)).isEmpty)
    }

    /// Reads an empty frame after frames that show a blurred code, none of which was read.
    ///
    /// - Parameters:
    ///   - repeats: How often the last of them was repeated.
    ///   - gap: How long the last one was ago.
    /// - Returns: The codes of the empty frame.
    /// - Throws: An error if a frame cannot be drawn.
    private func codes(afterFrames repeats: Int, next gap: Duration) throws -> [String] {
        var core = try DecoderCore()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 << 20, alignment: 64)
        defer { memory.deallocate() }
        var time = ContinuousClock.now
        /// Reads a frame as a camera's that gives pixels in Motion JPEG.
        func read(_ file: [UInt8], after gap: Duration) throws -> [String] {
            memory.copyBytes(from: file)
            time += gap
            let request = DecoderRequest.motionJPEG(count: file.count, width: 640, height: 480, keepsPixels: false)
            guard case .frame(let width, let height, let count, _) = core.answer(request, in: memory, at: time) else {
                Issue.record("a frame that is none")
                return []
            }
            let start = width * height
            return try #require(DetectedCode.read(Array(memory[start..<start + count]))).compactMap(\.text)
        }
        _ = try read(try frame(nil), after: .zero)
        var last = try frame(0)
        for number in 0..<Self.waitingFrame {
            last = try frame(number)
            #expect(try read(last, after: .milliseconds(33)).isEmpty)
        }
        for _ in 0..<repeats { #expect(try read(last, after: .milliseconds(33)).isEmpty) }
        return try read(try frame(nil), after: gap)
    }

    /// The number of frames after which the code waits.
    private static let waitingFrame = 1

    /// A frame with a symbol that moves so fast that reading it takes more than one frame's work; nil: without it.
    private func frame(_ number: Int?) throws -> [UInt8] {
        var generator = SplitMix64(seed: 2)
        var scene = DoorScene()
        (scene.width, scene.height, scene.modulePixels, scene.motionPixels) = (640, 480, 4.4, 12)
        (scene.centreX, scene.centreY) = (0.5 + 0.01 * Double(number ?? 0), 0.5)
        let symbol = try QRSymbol(text: Self.text, errorCorrection: .medium)
        let picture = try photograph(number == nil ? [] : [symbol], scene: scene, using: &generator)
        return try picture.jpeg(quality: 95)
    }
}
