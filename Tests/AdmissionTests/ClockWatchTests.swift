// When the time of day is believed.

import Ledger
import Testing

@testable import Admission

struct ClockWatchTests {
    let noon = Timestamp(milliseconds: 1_790_000_000_000)
    let start = ContinuousClock.now

    func after(_ seconds: Int64) -> Timestamp {
        Timestamp(milliseconds: noon.milliseconds + seconds * 1000)
    }

    func trust(_ newest: Timestamp?, wall: Int64, elapsed: Int64) -> ClockTrust {
        ClockMonitor(wall: noon, elapsed: start, newest: newest)
            .trust(wall: after(wall), elapsed: start + .seconds(elapsed))
    }

    @Test("A clock that goes on as time does is trusted, and small corrections are")
    func trusted() {
        #expect(trust(nil, wall: 0, elapsed: 0) == .trusted)
        #expect(trust(after(-1), wall: 36_000, elapsed: 36_000) == .trusted)
        #expect(trust(nil, wall: 3720, elapsed: 3600) == .trusted)
        #expect(trust(nil, wall: 3480, elapsed: 3600) == .trusted)
    }

    @Test("A clock set by more than two minutes is not, until it is set back")
    func stepped() {
        #expect(trust(nil, wall: 3721, elapsed: 3600) == .stepped(by: .seconds(121)))
        #expect(trust(nil, wall: 3479, elapsed: 3600) == .stepped(by: .seconds(-121)))
        #expect(trust(nil, wall: -86_400, elapsed: 0) == .stepped(by: .seconds(-86_400)))
    }

    @Test("A clock earlier than the newest record is not, until it has caught up")
    func behind() {
        #expect(trust(after(3600), wall: 0, elapsed: 0) == .behind(newest: after(3600)))
        #expect(trust(after(3600), wall: 3600, elapsed: 3600) == .trusted)
        #expect(trust(after(11), wall: 0, elapsed: 0) == .behind(newest: after(11)))
        #expect(trust(after(10), wall: 0, elapsed: 0) == .trusted)
    }
}
