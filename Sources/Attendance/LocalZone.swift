// The time zone of a report.

import FoundationEssentials
public import Ledger

/// A time zone with its name and its offset from UTC at any time.
public struct LocalZone: Sendable {
    /// The name, such as `Africa/Kampala`.
    public let name: String
    private let secondsEast: @Sendable (Timestamp) -> Int

    /// - Parameters:
    ///   - name: The name.
    ///   - secondsEast: Returns the offset from UTC at a point in time, in seconds; negative in the west.
    public init(name: String, secondsEast: @escaping @Sendable (Timestamp) -> Int) {
        self.name = name
        self.secondsEast = secondsEast
    }

    /// Coordinated universal time.
    public static let utc = LocalZone(name: "UTC") { _ in 0 }

    /// Returns milliseconds since 1970-01-01 00:00 local time, from which spreadsheets derive dates.
    ///
    /// - Parameter instant: Any point in time.
    /// - Returns: The local milliseconds; negative before 1970.
    public func localMilliseconds(_ instant: Timestamp) -> Int64 {
        instant.milliseconds + Int64(secondsEast(instant)) * 1000
    }

    /// Returns the local time: `18:40`.
    ///
    /// - Parameter instant: Any point in time.
    /// - Returns: The local time of day.
    public func clock(_ instant: Timestamp) -> String {
        let minutes = parts(of: instant).minutes
        return "\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }

    /// Returns the local date: `Sat 4 Jul 2026`.
    ///
    /// - Parameter instant: Any point in time.
    /// - Returns: The local date.
    public func day(_ instant: Timestamp) -> String {
        let date = parts(of: instant)
        return "\(Self.weekdays[date.weekday]) \(date.day) \(Self.months[date.month - 1]) \(date.year)"
    }

    /// Returns weekday and time, for times within a week: `Sat 18:40`.
    func weekdayClock(_ instant: Timestamp) -> String {
        "\(Self.weekdays[parts(of: instant).weekday]) \(clock(instant))"
    }

    /// Returns date and time: `2026-07-04 18:40`.
    func dateClock(_ instant: Timestamp) -> String { "\(isoDate(instant)) \(clock(instant))" }

    /// Returns an RFC 3339 timestamp with this zone's offset, to the second: `2026-07-04T18:40:00+03:00`.
    func rfc3339(_ instant: Timestamp) -> String {
        let east = secondsEast(instant) / 60
        let seconds = floorRemainder(instant.milliseconds.floored(by: 1000), 60)
        let sign = east < 0 ? "-" : "+"
        let offset = "\(sign)\(twoDigits(abs(east) / 60)):\(twoDigits(abs(east) % 60))"
        return "\(isoDate(instant))T\(clock(instant)):\(twoDigits(Int(seconds)))\(offset)"
    }

    /// Returns the name of the offset: `UTC+3`, `UTC+5:45`, `UTC`.
    ///
    /// - Parameter instant: Any point in time.
    /// - Returns: The offset from UTC at that time.
    public func offsetName(at instant: Timestamp) -> String {
        let east = secondsEast(instant) / 60
        guard east != 0 else { return "UTC" }
        let minutes = abs(east) % 60 == 0 ? "" : ":\(twoDigits(abs(east) % 60))"
        return "UTC\(east < 0 ? "-" : "+")\(abs(east) / 60)\(minutes)"
    }

    /// Returns name and offset: `Africa/Kampala, UTC+3`; only `UTC` if they are the same.
    func told(at instant: Timestamp) -> String {
        let offset = offsetName(at: instant)
        let isUTC =
            offset == "UTC" && ["UTC", "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "Zulu"].contains(name)
        return isUTC ? offset : "\(name), \(offset)"
    }

    /// Returns the last time, up to `instant`, at which the number of minutes since local midnight was a multiple of
    /// `minutes`.
    func start(of minutes: Int, before instant: Timestamp) -> Timestamp {
        return Timestamp(
            milliseconds: instant.milliseconds - floorRemainder(localMilliseconds(instant), Int64(minutes) * 60_000)
        )
    }

    private func isoDate(_ instant: Timestamp) -> String {
        let date = parts(of: instant)
        let year = String(date.year)
        return String(repeating: "0", count: max(0, 4 - year.count)) + year
            + "-\(twoDigits(date.month))-\(twoDigits(date.day))"
    }

    private struct Parts {
        let year: Int
        let month: Int
        let day: Int
        /// The day of the week; 0 is Sunday.
        let weekday: Int
        /// The minutes since midnight.
        let minutes: Int
    }

    /// FoundationEssentials has the calendar, but no time zone other than GMT, so the offset is added first.
    private func parts(of instant: Timestamp) -> Parts {
        let local = instant.milliseconds.floored(by: 1000) + Int64(secondsEast(instant))
        let found = Self.calendar.dateComponents(
            [.year, .month, .day, .weekday, .hour, .minute], from: Date(timeIntervalSince1970: Double(local)))
        return Parts(
            year: found.year ?? 0,
            month: found.month ?? 1,
            day: found.day ?? 1,
            weekday: (found.weekday ?? 1) - 1,
            minutes: (found.hour ?? 0) * 60 + (found.minute ?? 0)
        )
    }

    private static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

private func floorRemainder(_ number: Int64, _ divisor: Int64) -> Int64 {
    number - number.floored(by: divisor) * divisor
}

extension Int64 {
    /// Returns the quotient rounded towards negative infinity.
    fileprivate func floored(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : -((-self + divisor - 1) / divisor)
    }
}
