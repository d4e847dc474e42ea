// Parses dates as exports write them.

import Glibc

/// The order of day and month in `04/07/2026`.
public enum DateOrder: String, CaseIterable, Sendable {
    /// 4 July.
    case dayFirst = "dmy"
    /// 7 April.
    case monthFirst = "mdy"
}

/// The components of a date and time, in the order in which they were written.
struct WrittenDate {
    private var numbers: [Int] = []
    private var monthName: Int?
    private var separator: Character = "-"
    private var isAfternoon: Bool?
    private var offsetSeconds: Int?

    /// - Parameter text: `2026-07-04T19:30:00Z`, `04.07.2026 19:30`, `7/4/26 7:30 PM`, `Jul 4, 2026` …; returns `nil`
    ///   for a text that is not a date in either order.
    init?(_ text: String) {
        var rest = text.lowercased()[...]
        while let character = rest.first {
            if character.isASCII, character.isNumber {
                let digits = rest.prefix { $0.isASCII && $0.isNumber }
                guard digits.count <= 9, let number = Int(digits), numbers.count < 8 else { return nil }
                numbers.append(number)
                rest = rest.dropFirst(digits.count)
            } else if character.isLetter {
                let word = rest.prefix { $0.isLetter }
                guard take(String(word)) else { return nil }
                rest = rest.dropFirst(word.count)
            } else if numbers.count >= 5, character == "+" || character == "-" {
                guard let seconds = Self.offset(rest) else { return nil }
                offsetSeconds = seconds
                break
            } else if character == "." && numbers.count == 6 {
                // The fraction of a second is ignored.
                rest = rest.dropFirst().drop { $0.isNumber }
            } else {
                if numbers.count == 1 { separator = character }
                rest = rest.dropFirst()
            }
        }
        guard (monthName == nil ? 3...6 : 2...5).contains(numbers.count) else { return nil }
    }

    private mutating func take(_ word: String) -> Bool {
        switch word {
        case "am", "pm": isAfternoon = word == "pm"
        case "z", "utc", "gmt": offsetSeconds = 0
        case "t", "at", "um", "uhr", "de", "of", "th", "st", "nd", "rd": break
        default:
            guard let month = Self.months.firstIndex(where: { HeaderText.normal(word).hasPrefix($0) }) else {
                return Self.weekdays.contains { word.hasPrefix($0) }
            }
            monthName = month % 12 + 1
        }
        return true
    }

    /// Whether the order of day and month makes a difference.
    var isAmbiguous: Bool {
        monthName == nil && numbers[0] <= 31 && separator != "." && numbers[0] != numbers[1]
    }

    /// Returns the point in time, in this machine's time zone if the text has none.
    ///
    /// - Parameter order: The order of day and month if the text does not determine it.
    /// - Returns: Milliseconds since 1970 in UTC; `nil` for a date that does not exist.
    func milliseconds(_ order: DateOrder) -> Int64? {
        guard let (year, month, day) = date(order) else { return nil }
        var clock = numbers.dropFirst(monthName == nil ? 3 : 2).map(\.self) + [0, 0, 0]
        if let isAfternoon {
            guard (1...12).contains(clock[0]) else { return nil }
            clock[0] = clock[0] % 12 + (isAfternoon ? 12 : 0)
        }
        guard (1...12).contains(month), (1...31).contains(day), (1970...9999).contains(year),
            clock[0] < 24, clock[1] < 60, clock[2] < 60
        else { return nil }
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        parts.tm_hour = Int32(clock[0])
        parts.tm_min = Int32(clock[1])
        parts.tm_sec = Int32(clock[2])
        parts.tm_isdst = -1
        let seconds = offsetSeconds.map { timegm(&parts) - $0 } ?? mktime(&parts)
        return parts.tm_mday == Int32(day) ? Int64(seconds) * 1000 : nil
    }

    private func date(_ order: DateOrder) -> (Int, Int, Int)? {
        func full(_ year: Int) -> Int { year < 100 ? 2000 + year : year }
        if let monthName { return numbers[0] > 31 ? nil : (full(numbers[1]), monthName, numbers[0]) }
        if numbers[0] > 31 { return (numbers[0], numbers[1], numbers[2]) }
        let isDayFirst = order == .dayFirst || separator == "."
        return (full(numbers[2]), isDayFirst ? numbers[1] : numbers[0], isDayFirst ? numbers[0] : numbers[1])
    }

    /// Returns an offset such as `+03:00`, `-0330` or `+2` in seconds.
    private static func offset(_ text: Substring) -> Int? {
        let digits = text.dropFirst().filter(\.isNumber)
        guard let number = Int(digits), digits.count <= 4 else { return nil }
        let seconds = digits.count <= 2 ? number * 3600 : number / 100 * 3600 + number % 100 * 60
        return text.first == "-" ? -seconds : seconds
    }

    /// First letters that identify a month, in English, German, French, Spanish, Italian and Dutch, twelve per
    /// language.
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
        "ene", "fev", "mrz", "avr", "mai", "juin", "juil", "aou", "set", "okt", "nov", "dez",
        "gen", "feb", "maart", "abr", "mei", "giu", "lug", "ago", "sept", "ott", "nov", "dic",
    ]

    private static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
}

/// A date in a workbook's cell: days since the end of 1899, or since 1904.
enum SerialDate {
    /// - Parameters:
    ///   - text: A serial date such as `46207.8125`.
    ///   - countsFrom1904: The value of ``Workbook/countsFrom1904``.
    /// - Returns: Milliseconds since 1970 in UTC, according to this machine's time zone; `nil` for a number that is
    ///   not a date between 1970 and 2149.
    static func milliseconds(_ text: String, countsFrom1904: Bool) -> Int64? {
        guard let days = Double(text) else { return nil }
        let since1970 = days - (countsFrom1904 ? 24_107 : 25_569)
        guard (0...65_535).contains(since1970) else { return nil }
        var seconds = time_t((since1970 * 86_400).rounded())
        var parts = tm()
        // The cell holds local time.
        gmtime_r(&seconds, &parts)
        parts.tm_isdst = -1
        return Int64(mktime(&parts)) * 1000
    }

    /// - Parameters:
    ///   - text: A serial date such as `46207.8125`.
    ///   - countsFrom1904: The value of ``Workbook/countsFrom1904``.
    /// - Returns: `2026-07-04 19:30`, or the day alone; `nil` for a number that is not a day of this century.
    static func text(_ text: String, countsFrom1904: Bool) -> String? {
        guard let days = Double(text), (20_000...80_000).contains(days) else { return nil }
        var seconds = time_t(((days - (countsFrom1904 ? 24_107 : 25_569)) * 86_400).rounded())
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return seconds % 86_400 == 0 ? day : "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))"
    }
}
