// Moments as the wall clock at the door shows them.

import Glibc
import Ledger

extension Timestamp {
    /// Time of day by this machine's time zone, `19:42`; with the date in front when it is another day than `now`'s.
    func localTime(seenFrom now: Timestamp) -> String {
        let (mine, today) = (brokenDown, now.brokenDown)
        let isToday = mine.tm_year == today.tm_year && mine.tm_yday == today.tm_yday
        return format(isToday ? "%H:%M" : "%Y-%m-%d %H:%M")
    }

    /// Time of day with seconds, `19:42:07`.
    var localClock: String { format("%H:%M:%S") }

    private var brokenDown: tm {
        var seconds = time_t(milliseconds / 1000)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return parts
    }

    private func format(_ pattern: String) -> String {
        var parts = brokenDown
        var buffer = [CChar](repeating: 0, count: 64)
        let count = strftime(&buffer, buffer.count, pattern, &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
