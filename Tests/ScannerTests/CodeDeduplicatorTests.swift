// What counts as coming into view, for cameras and barcode scanners.

import QRReader
import Testing

@testable import Scanner

struct CodeDeduplicatorTests {
    private let start = ContinuousClock.now
    private let one = DetectedCode(bytes: [1], corners: [])
    private let two = DetectedCode(bytes: [2], corners: [])

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test("A code that stays in view is one sighting, however long it stays")
    func staysInView() {
        let inView = CodeDeduplicator()
        let arrivals = (0..<3000).map { inView.arrivals(in: [one], at: at($0 * 33)).count }
        #expect(arrivals.reduce(0, +) == 1)
        #expect(arrivals.first == 1)
    }

    @Test("A code out of view for less than 1.5 s is not judged again")
    func flicker() {
        let inView = CodeDeduplicator()
        #expect(inView.arrivals(in: [one], at: at(0)) == [one])
        #expect(inView.arrivals(in: [], at: at(700)).isEmpty)
        #expect(inView.arrivals(in: [one], at: at(1499)).isEmpty)
        #expect(inView.arrivals(in: [one], at: at(2998)).isEmpty)
    }

    @Test("A code out of view for 1.5 s is judged again", arguments: [true, false])
    func returns(framesBetween: Bool) {
        let inView = CodeDeduplicator()
        _ = inView.arrivals(in: [one], at: at(0))
        for time in stride(from: 33, to: framesBetween ? 1500 : 0, by: 33) {
            _ = inView.arrivals(in: [], at: at(time))
        }
        #expect(inView.arrivals(in: [one], at: at(1500)) == [one])
    }

    @Test("A different code is judged in the frame that first shows it")
    func differentCode() {
        let inView = CodeDeduplicator()
        _ = inView.arrivals(in: [one], at: at(0))
        #expect(inView.arrivals(in: [two], at: at(33)) == [two])
        #expect(inView.arrivals(in: [one], at: at(66)).isEmpty, "the first was away for 66 ms only")
    }

    @Test("Several codes in one frame are each judged, in their order")
    func severalCodes() {
        let inView = CodeDeduplicator()
        #expect(inView.arrivals(in: [two, one], at: at(0)) == [two, one])
        #expect(inView.arrivals(in: [one, two], at: at(33)).isEmpty)
    }

    @Test("Copies of one code in one frame are one sighting")
    func copies() {
        let inView = CodeDeduplicator()
        let copy = DetectedCode(bytes: [1], corners: [Point(x: 9, y: 9)])
        #expect(inView.arrivals(in: [one, copy], at: at(0)) == [one])
    }

    @Test("What is followed is bounded, and what was seen last is kept")
    func bounded() {
        let inView = CodeDeduplicator(capacity: 8)
        for number in 0..<100 {
            _ = inView.arrivals(in: [DetectedCode(bytes: [UInt8(number)], corners: [])], at: at(number))
        }
        #expect(inView.arrivals(in: [DetectedCode(bytes: [99], corners: [])], at: at(100)).isEmpty)
        #expect(inView.arrivals(in: [DetectedCode(bytes: [5], corners: [])], at: at(100)).count == 1)
    }

    @Test("A sighting carries the text, the place and the source")
    func sighting() {
        let reading = DetectedCode(bytes: [0x41, 0xFF], corners: [Point(x: 1, y: 2)])
        let sighting = Sighting(reading, source: "north", instant: start)
        #expect(sighting == Sighting(text: "A\u{FFFD}", source: "north", instant: start, corners: reading.corners))
    }

    /// A door with a camera and barcode scanners that all see one code.
    private struct Door {
        let inView = CodeDeduplicator()
        let start = ContinuousClock.now
        let code = DetectedCode(bytes: Array("DC1:A".utf8), corners: [])

        func camera(at seconds: Double) -> Bool {
            !inView.arrivals(in: [code], at: start + .seconds(seconds)).isEmpty
        }

        func scanner(_ name: String = "scanner", at seconds: Double) -> Bool {
            inView.inViewSince("DC1:A", typedBy: name, at: start + .seconds(seconds)) == nil
        }
    }

    @Test("A code that one camera has just seen is not new to another, until it is gone from both")
    func cameras() {
        let door = Door()
        #expect(door.camera(at: 0))
        #expect(!door.camera(at: 0.1) && !door.camera(at: 1.5))
        #expect(door.camera(at: 3.1))
    }

    @Test("Frames of two cameras need not come in the order in which they were taken")
    func order() {
        let door = Door()
        #expect(door.camera(at: 1))
        #expect(!door.camera(at: 0.9))
    }

    @Test("A scanner that reads what a camera has just seen counts once, in either order")
    func mixed() {
        let door = Door()
        #expect(door.camera(at: 0))
        #expect(!door.scanner(at: 1))
        #expect(door.scanner(at: 10))
        #expect(!door.camera(at: 10.5))
    }

    @Test("A second pull of a scanner's trigger is meant, another scanner's is not")
    func trigger() {
        let door = Door()
        #expect(door.scanner(at: 0) && door.scanner(at: 0.2))
        #expect(!door.scanner("other", at: 0.4))
        #expect(door.scanner("other", at: 0.8))
    }

    @Test("A second pull is meant, too, where the scanner has read another code in between")
    func between() {
        let door = Door()
        #expect(door.scanner(at: 0))
        #expect(door.inView.inViewSince("DC1:B", typedBy: "scanner", at: door.start + .seconds(0.1)) == nil)
        #expect(door.scanner(at: 0.2))
        #expect(!door.scanner("other", at: 0.4) && !door.camera(at: 0.5))
    }

    @Test("A code that a scanner reads has been in view since a camera first saw it")
    func since() {
        let door = Door()
        for seconds in [0, 1, 2.2] { _ = door.camera(at: seconds) }
        #expect(door.inView.inViewSince("DC1:A", typedBy: "scanner", at: door.start + .seconds(3)) == door.start)
    }

    @Test("What a scanner read long ago does not make a code before a camera new")
    func longAgo() {
        let door = Door()
        #expect(door.scanner(at: 0))
        #expect(door.camera(at: 60))
        #expect(!door.scanner(at: 60.5))
    }
}
