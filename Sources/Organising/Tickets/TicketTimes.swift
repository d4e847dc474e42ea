// The times on a ticket.

package import Attendance
package import Ledger

/// The day of an event as a ticket shows it, and when its doors open and its programme starts.
package struct TicketTimes: Hashable, Sendable {
    /// `Sat 4 Jul 2026`; empty if no time is known.
    package let day: String
    /// `Doors 18:00 · Start 19:30`; empty if no time is known.
    package let times: String

    /// A start that is later than this after the doors is told with its day.
    private static let sameNight: Int64 = 12 * 3_600_000

    /// - Parameters:
    ///   - doors: From when on the ticket is admitted; `nil` if there is no such limit.
    ///   - starts: When the programme begins; `nil` if it is not known.
    ///   - zone: The time zone of both.
    package init(doors: Timestamp?, starts: Timestamp?, zone: LocalZone) {
        day = (doors ?? starts).map { zone.day($0) } ?? ""
        let start = starts.map { starts in
            let distance = starts.milliseconds - (doors ?? starts).milliseconds
            let isSameNight = (0...Self.sameNight).contains(distance)
            return "Start \(isSameNight ? "" : "\(zone.day(starts)), ")\(zone.clock(starts))"
        }
        times = [doors.map { "Doors \(zone.clock($0))" }, start].compactMap(\.self).joined(separator: " · ")
    }
}
