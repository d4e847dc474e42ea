// Wall-clock time as ledgers store it and people read it.

public import FoundationEssentials

/// A point in time by a wall clock: whole milliseconds since 1970-01-01 00:00:00 UTC.
///
/// Only the command reads a clock; every time is passed in, so that tests and imports can choose theirs.
public struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01 00:00:00 UTC; negative before.
    public let milliseconds: Int64

    /// The times of the years 1970 to 9999, which RFC 3339 can express (section 1); others' records must be within
    /// it.
    public static let range: ClosedRange<Int64> = 0...253_402_300_799_999

    /// - Parameter milliseconds: Milliseconds since 1970-01-01 00:00:00 UTC.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// - Parameter date: A date, which is rounded to the millisecond.
    public init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    /// Parses RFC 3339 text such as `2026-07-04T19:30:00Z` or `2026-07-04T22:30:00+03:00`.
    ///
    /// - Parameter text: Date, time and offset; fractional seconds are allowed. Anything else, including 30 February,
    ///   returns `nil`.
    public init?(rfc3339 text: String) {
        let plain = Date.ISO8601FormatStyle()
        let styles = [plain, Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
        guard let date = styles.lazy.compactMap({ try? $0.parse(text) }).first else { return nil }
        // The parser reads 30 February as 2 March: the day is parsed again by itself and must be unchanged.
        let day = text.prefix(10)
        guard let midnight = try? plain.parse(day + "T00:00:00Z"), midnight.formatted(plain).prefix(10) == day else {
            return nil
        }
        self.init(date)
    }

    /// RFC 3339 in UTC with milliseconds: `2026-07-04T19:30:00.000Z`.
    public var description: String {
        // The formatter truncates fractions, and a Double represents most milliseconds only approximately, so the
        // digits are computed here.
        let fraction = ((milliseconds % 1000) + 1000) % 1000
        let seconds = Date(timeIntervalSince1970: Double((milliseconds - fraction) / 1000))
        return seconds.formatted(Date.ISO8601FormatStyle()).dropLast() + ".\(String(1000 + fraction).dropFirst())Z"
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Returns the time by a clock that differs from the one which gave this time.
    ///
    /// - Parameter offset: The other clock minus this one, in milliseconds; `nil` for none.
    /// - Returns: The time by the other clock; not before 1970.
    func corrected(by offset: Int64?) -> Timestamp {
        Timestamp(milliseconds: max(0, milliseconds + (offset ?? 0)))
    }

    /// Returns the time from an earlier point to this one; negative if that point is later.
    ///
    /// - Parameter earlier: The point to count from.
    /// - Returns: A duration of whole milliseconds.
    public func duration(since earlier: Timestamp) -> Duration {
        .milliseconds(milliseconds - earlier.milliseconds)
    }
}
