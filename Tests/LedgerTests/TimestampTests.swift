// Moments as text.

import TestSupport
import Testing

@testable import Ledger

struct TimestampTests {
    @Test(
        "A moment is written in UTC with its milliseconds",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_790_000_000_123, "2026-09-21T14:13:20.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_007, "2000-02-29T00:00:00.007Z"),
        ]
    )
    func text(milliseconds: Int64, text: String) {
        #expect(Timestamp(milliseconds: milliseconds).description == text)
    }

    @Test("What is written is read again, for any moment of this century")
    func roundTrip() {
        var random = SeededGenerator()
        for _ in 0..<2000 {
            let moment = Timestamp(milliseconds: Int64.random(in: 946_684_800_000...4_102_444_800_000, using: &random))
            #expect(Timestamp(rfc3339: moment.description) == moment, "seed \(random.seed)")
        }
    }

    @Test("Offsets are understood, and what is no moment is refused")
    func parsing() {
        let noon = Timestamp(rfc3339: "2026-07-04T12:00:00Z")
        #expect(noon != nil)
        #expect(Timestamp(rfc3339: "2026-07-04T15:00:00+03:00") == noon)
        for text in ["", "tomorrow", "2026-07-04", "2026-13-04T12:00:00Z", "2026-02-30T12:00:00Z", "12:00"] {
            #expect(Timestamp(rfc3339: text) == nil, "\(text)")
        }
    }
}
