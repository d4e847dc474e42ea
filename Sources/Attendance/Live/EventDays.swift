// The days of an event.

package import Ledger

/// Divides an event into days: those that its rules say, otherwise those of the machine's time zone.
package struct EventDays: Sendable {
    private static let length: Int64 = 86_400_000
    /// When a day begins, in milliseconds since 1970-01-01 00:00:00 UTC; `nil` for midnight.
    private let start: Int64?
    private let localMilliseconds: @Sendable (Timestamp) -> Int64

    /// - Parameters:
    ///   - event: The event.
    ///   - localMilliseconds: Returns milliseconds since 1970-01-01 00:00 in the machine's time zone.
    package init(of event: Event, localMilliseconds: @escaping @Sendable (Timestamp) -> Int64) {
        start = event.dayStarts?.milliseconds
        self.localMilliseconds = localMilliseconds
    }

    /// Returns the day of a moment, without figures.
    package func day(of moment: Timestamp) -> LiveState.DayState {
        let begins: Int64
        if let start {
            begins = start + Self.floored(moment.milliseconds - start)
        } else {
            let local = localMilliseconds(moment)
            // Where clocks were changed since midnight, the offset was another one.
            let guess = Self.floored(local) - (local - moment.milliseconds)
            begins = guess - (localMilliseconds(Timestamp(milliseconds: guess)) - Self.floored(local))
        }
        let date = Timestamp(milliseconds: localMilliseconds(Timestamp(milliseconds: begins))).description.prefix(10)
        return LiveState.DayState(date: String(date), begins: begins)
    }

    /// Adds up the minutes of each day.
    ///
    /// - Parameters:
    ///   - figures: What happened, minute by minute.
    ///   - zones: The most people in zones, minute by minute.
    /// - Returns: The days on which something happened, in order.
    package func days(_ figures: [MinuteFigures], _ zones: [ZoneMinute]) -> [LiveState.DayState] {
        var days: [Int64: LiveState.DayState] = [:]
        for minute in figures {
            let day = day(of: minute.minute)
            days[day.begins, default: day].add(minute)
        }
        for minute in zones {
            let day = day(of: minute.minute)
            days[day.begins, default: day].add(minute)
        }
        return days.values.sorted { $0.begins < $1.begins }
    }

    private static func floored(_ milliseconds: Int64) -> Int64 {
        let rest = milliseconds % length
        return milliseconds - (rest < 0 ? rest + length : rest)
    }
}

extension LiveState.DayState {
    fileprivate mutating func add(_ minute: MinuteFigures) {
        arrived += minute.arrived
        entered += minute.entered
        left += minute.left
        refused += minute.refused
        asked += minute.asked
    }

    fileprivate mutating func add(_ minute: ZoneMinute) {
        let peak = Peak(zone: minute.zone, most: minute.most, at: minute.minute.milliseconds)
        guard let index = peaks.firstIndex(where: { $0.zone == peak.zone }) else { return peaks.append(peak) }
        if peaks[index].most < peak.most { peaks[index] = peak }
    }
}
