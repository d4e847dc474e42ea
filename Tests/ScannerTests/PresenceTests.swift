// What counts as coming into view.

import Testing

@testable import Scanner

struct PresenceTests {
    private let start = ContinuousClock.now
    private let one = DetectedCode(bytes: [1], corners: [])
    private let two = DetectedCode(bytes: [2], corners: [])

    private func at(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    @Test("A code that stays in view is one sighting, however long it stays")
    func staysInView() {
        var presence = Presence()
        let arrivals = (0..<3000).map { presence.arrivals(in: [one], at: at($0 * 33)).count }
        #expect(arrivals.reduce(0, +) == 1)
        #expect(arrivals.first == 1)
    }

    @Test("A code out of view for less than 1.5 s is not judged again")
    func flicker() {
        var presence = Presence()
        #expect(presence.arrivals(in: [one], at: at(0)) == [one])
        #expect(presence.arrivals(in: [], at: at(700)).isEmpty)
        #expect(presence.arrivals(in: [one], at: at(1499)).isEmpty)
        #expect(presence.arrivals(in: [one], at: at(2998)).isEmpty)
    }

    @Test("A code out of view for 1.5 s is judged again", arguments: [true, false])
    func returns(framesBetween: Bool) {
        var presence = Presence()
        _ = presence.arrivals(in: [one], at: at(0))
        for time in stride(from: 33, to: framesBetween ? 1500 : 0, by: 33) {
            _ = presence.arrivals(in: [], at: at(time))
        }
        #expect(presence.arrivals(in: [one], at: at(1500)) == [one])
    }

    @Test("A different code is judged in the frame that first shows it")
    func differentCode() {
        var presence = Presence()
        _ = presence.arrivals(in: [one], at: at(0))
        #expect(presence.arrivals(in: [two], at: at(33)) == [two])
        #expect(presence.arrivals(in: [one], at: at(66)).isEmpty, "the first was away for 66 ms only")
    }

    @Test("Several codes in one frame are each judged, in their order")
    func severalCodes() {
        var presence = Presence()
        #expect(presence.arrivals(in: [two, one], at: at(0)) == [two, one])
        #expect(presence.arrivals(in: [one, two], at: at(33)).isEmpty)
    }

    @Test("Copies of one code in one frame are one sighting")
    func copies() {
        var presence = Presence()
        let copy = DetectedCode(bytes: [1], corners: [Point(x: 9, y: 9)])
        #expect(presence.arrivals(in: [one, copy], at: at(0)) == [one])
    }

    @Test("What is followed is bounded, and what was seen last is kept")
    func bounded() {
        var presence = Presence(capacity: 8)
        for number in 0..<100 {
            _ = presence.arrivals(in: [DetectedCode(bytes: [UInt8(number)], corners: [])], at: at(number))
        }
        #expect(presence.arrivals(in: [DetectedCode(bytes: [99], corners: [])], at: at(100)).isEmpty)
        #expect(presence.arrivals(in: [DetectedCode(bytes: [5], corners: [])], at: at(100)).count == 1)
    }

    @Test("A sighting carries the text, the place and the source")
    func sighting() {
        let reading = DetectedCode(bytes: [0x41, 0xFF], corners: [Point(x: 1, y: 2)])
        let sighting = Sighting(reading, source: "north", instant: start)
        #expect(sighting == Sighting(text: "A\u{FFFD}", source: "north", instant: start, corners: reading.corners))
    }
}
