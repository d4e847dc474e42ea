// A time in the output of a command.

import Attendance
import DoorTexts
package import Ledger

/// A time that is written in UTC by RFC 3339 for programs, and in local time for people.
package struct Moment: Encodable, CustomStringConvertible {
    private let instant: Timestamp

    /// - Parameter instant: Any time.
    package init(_ instant: Timestamp) {
        self.instant = instant
    }

    /// The form for programs: `2026-07-04T15:40:07Z`.
    package var description: String { instant.description }

    /// The form for people: `2026-07-04 18:40:07 UTC+3`.
    package var text: String { "\(instant.localDateTime) \(LocalZone.machine.offsetName(at: instant))" }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
