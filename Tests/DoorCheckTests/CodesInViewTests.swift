// One code before several eyes.

import Scanner
import Testing

@testable import DoorDaemon

struct CodesInViewTests {
    let inView = CodeDeduplicator()
    let start = ContinuousClock.now
    let code = DetectedCode(bytes: Array("DC1:A".utf8), corners: [])

    func camera(at seconds: Double) -> Bool {
        !inView.arrivals(in: [code], at: start + .seconds(seconds)).isEmpty
    }

    func scanner(_ name: String = "scanner", at seconds: Double) -> Bool {
        inView.isNew("DC1:A", typedBy: name, at: start + .seconds(seconds))
    }

    @Test("A code that one camera has just seen is not new to another, until it is gone from both")
    func cameras() {
        #expect(camera(at: 0))
        #expect(!camera(at: 0.1) && !camera(at: 1.5))
        #expect(camera(at: 3.1))
    }

    @Test("Frames of two cameras need not come in the order in which they were taken")
    func order() {
        #expect(camera(at: 1))
        #expect(!camera(at: 0.9))
    }

    @Test("A scanner that reads what a camera has just seen counts once, in either order")
    func mixed() {
        #expect(camera(at: 0))
        #expect(!scanner(at: 1))
        #expect(scanner(at: 10))
        #expect(!camera(at: 10.5))
    }

    @Test("A second pull of a scanner's trigger is meant, another scanner's is not")
    func trigger() {
        #expect(scanner(at: 0) && scanner(at: 0.2))
        #expect(!scanner("other", at: 0.4))
        #expect(scanner("other", at: 0.8))
    }

    @Test("What a scanner read long ago does not make a code before a camera new")
    func longAgo() {
        #expect(scanner(at: 0))
        #expect(camera(at: 60))
        #expect(!scanner(at: 60.5))
    }
}
