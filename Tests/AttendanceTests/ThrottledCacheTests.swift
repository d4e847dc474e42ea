// Values that take long to compute.

import Attendance
import Testing

struct ThrottledCacheTests {
    @Test("A computation during which the machine stood still delays the next one by seconds, not by minutes")
    func stall() async throws {
        var cache = ThrottledCache<Int>()
        try await cache.refresh(for: "one", resting: 100) {
            try await Task.sleep(for: .seconds(1))
            return 1
        }
        #expect(cache.value == 1)
        // 100 times as long as the stall would be longer than this waits.
        for _ in 0..<1200 where cache.value != 2 {
            try await cache.refresh(for: "two", resting: 100) { 2 }
            try await Task.sleep(for: .milliseconds(50))
        }
        #expect(cache.value == 2)
    }
}
