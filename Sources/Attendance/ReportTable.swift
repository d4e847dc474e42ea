// The report as tables, which every format writes in its own way.

public import Ledger

/// A table of a report.
public struct ReportTable: Hashable, Sendable {
    /// For programs: `arrivals`, `gates` and so on; a sheet of a workbook is named after it.
    public let name: String
    /// For people.
    public let title: String
    /// One for each cell of a row.
    public let columns: [Column]
    /// In order.
    public let rows: [[Cell]]

    /// A column's heading, and whether numbers stand below it.
    public struct Column: Hashable, Sendable {
        /// For people and for CSV.
        public let title: String
        /// Whether its cells stand on the right.
        public let isNumber: Bool

        static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    /// A value.
    public enum Cell: Hashable, Sendable {
        case text(String)
        /// A code of docs/verdicts.md, for which people get words.
        case reason(String)
        case count(Int)
        case time(Timestamp)
        case none
    }
}

extension ReportTable {
    /// What people read in a cell.
    ///
    /// - Parameters:
    ///   - cell: A value.
    ///   - zone: What times are told in.
    ///   - isShort: Whether times have the weekday in the place of the date.
    /// - Returns: `–` for none.
    public static func text(of cell: Cell, in zone: LocalZone, isShort: Bool = false) -> String {
        switch cell {
        case .text(let text): text
        case .reason(let code): ReportWords.reason(code)
        case .count(let count): count.grouped
        case .time(let instant): isShort ? zone.weekdayClock(instant) : zone.dateClock(instant)
        case .none: "–"
        }
    }

    /// What programs read in a cell: plain digits, RFC 3339, nothing for none.
    ///
    /// - Parameters:
    ///   - cell: A value.
    ///   - zone: What times are told in.
    /// - Returns: Possibly empty.
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
    /// With thin gaps between thousands, as in `12 345`.
    var grouped: String {
        let digits = String(magnitude)
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            digits.dropLast(digits.count - end).suffix(3)
        }
        return (self < 0 ? "-" : "") + groups.reversed().joined(separator: "\u{202F}")
    }
}
