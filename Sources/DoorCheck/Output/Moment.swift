// A moment in the output of a command.

import Attendance
import Ledger

/// A moment that programs read in UTC, by RFC 3339, and people by the clocks of their place.
struct Moment: Encodable, CustomStringConvertible {
    private let instant: Timestamp

    /// - Parameter instant: Any moment.
    init(_ instant: Timestamp) {
        self.instant = instant
    }

    /// For programs: `2026-07-04T15:40:07Z`.
    var description: String { instant.description }

    /// For people: `2026-07-04 18:40:07 UTC+3`.
    var text: String { "\(instant.localDateTime) \(LocalZone.machine.offsetName(at: instant))" }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
