// Times as the clock at the door shows them.

package import Attendance
import CLinux
import Glibc
package import Ledger

extension Timestamp {
    /// Returns the local time of day, such as `19:42`, preceded by the date unless it is the same day as `now`.
    package func localTime(seenFrom now: Timestamp) -> String {
        let (mine, today) = (brokenDown, now.brokenDown)
        let isToday = mine.tm_year == today.tm_year && mine.tm_yday == today.tm_yday
        return format(isToday ? "%H:%M" : "%Y-%m-%d %H:%M")
    }

    /// The local time of day with seconds, such as `19:42:07`.
    package var localClock: String { format("%H:%M:%S") }

    /// The local date and time of day, such as `2026-07-04 19:42:07`.
    package var localDateTime: String { format("%Y-%m-%d %H:%M:%S") }

    /// Parses a local time such as `2026-07-04 18:00`.
    ///
    /// - Parameter text: The date and time, with optional seconds. A day that is not in the calendar, or an hour that
    ///   the time zone skips, gives `nil`.
    package init?(localTime text: String) {
        var wanted = tm()
        let patterns = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M"]
        guard patterns.contains(where: { strptime(text, $0, &wanted).map { $0.pointee == 0 } ?? false }) else {
            return nil
        }
        wanted.tm_isdst = -1
        var found = wanted
        let seconds = mktime(&found)
        // mktime(3) turns the 31st of June into the 1st of July, and shifts an hour that is skipped in spring.
        guard found.tm_mday == wanted.tm_mday, found.tm_hour == wanted.tm_hour else { return nil }
        self.init(milliseconds: Int64(seconds) * 1000)
    }

    fileprivate var brokenDown: tm {
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

extension LocalZone {
    /// This machine's time zone: that of `TZ`, otherwise that of /etc/localtime.
    package static var machine: LocalZone {
        tzset()
        return LocalZone(name: machineName ?? "local time") { $0.brokenDown.tm_gmtoff }
    }

    /// Returns the name of a time zone. The C library treats an unknown name as UTC, and so does this; it also
    /// accepts rules such as `EAT-3`.
    private static func name(given: String) -> String {
        let folder = getenv("TZDIR").map { String(cString: $0) } ?? "/usr/share/zoneinfo"
        let halves = [0, 182].map { Timestamp(milliseconds: $0 * 86_400_000) }
        let isKnown = access(given.first == "/" ? given : "\(folder)/\(given)", R_OK) == 0
        return isKnown || halves.contains { $0.brokenDown.tm_gmtoff != 0 } ? given : "UTC"
    }

    private static var machineName: String? {
        if let given = getenv("TZ").map({ String(cString: $0) }), !given.isEmpty {
            return name(given: given.first == ":" ? String(given.dropFirst()) : given)
        }
        guard let found = realpath("/etc/localtime", nil) else { return "UTC" }
        defer { free(found) }
        let path = String(cString: found)
        return path.firstRange(of: "/zoneinfo/").map { String(path[$0.upperBound...]) }
    }
}
