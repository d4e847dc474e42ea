// The report as tables, which each format writes in its own way.

public import Ledger

/// A table of a report.
public struct ReportTable: Hashable, Sendable {
    /// The name for programs: `arrivals`, `gates` and so on; also the name of a workbook's sheet.
    public let name: String
    /// The title for people.
    public let title: String
    /// The columns, one for each cell of a row.
    public let columns: [Column]
    /// The rows in order.
    public let rows: [[Cell]]

    /// A column's heading, and whether it contains numbers.
    public struct Column: Hashable, Sendable {
        /// The heading for people and for CSV.
        public let title: String
        /// Whether its cells are right-aligned.
        public let isNumber: Bool

        static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    /// The value of a cell.
    public enum Cell: Hashable, Sendable {
        case text(String)
        /// A reason of docs/verdicts.md, which people see in words.
        case reason(String)
        case count(Int)
        case time(Timestamp)
        case none
    }
}

extension ReportTable {
    /// Returns a cell's text for people.
    ///
    /// - Parameters:
    ///   - cell: The value.
    ///   - zone: The time zone of the report.
    ///   - isShort: Whether times have a weekday in place of the date.
    /// - Returns: The text; `–` for no value.
    public static func text(of cell: Cell, in zone: LocalZone, isShort: Bool = false) -> String {
        switch cell {
        case .text(let text): text
        case .reason(let code): ReportWords.reason(code)
        case .count(let count): count.grouped
        case .time(let instant): isShort ? zone.weekdayClock(instant) : zone.dateClock(instant)
        case .none: "–"
        }
    }

    /// Returns a cell's text for programs: plain digits, RFC 3339 times, and an empty text for no value.
    ///
    /// - Parameters:
    ///   - cell: The value.
    ///   - zone: The time zone of the report.
    /// - Returns: The text; may be empty.
    public static func field(of cell: Cell, in zone: LocalZone) -> String {
        switch cell {
        case .text(let text): text
        case .reason(let code): code
        case .count(let count): String(count)
        case .time(let instant): zone.rfc3339(instant)
        case .none: ""
        }
    }
}

extension Int {
    /// The number with thin spaces between thousands, as in `12 345`.
    var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            digits.dropLast(digits.count - end).suffix(3)
        }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: "\u{202F}")
    }
}
