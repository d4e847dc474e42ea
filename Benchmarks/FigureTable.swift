// The figures as a table for people.

import Glibc

/// Figures in columns, printed line by line.
enum FigureTable {
    /// The names of the columns.
    static let header = line(["benchmark", "unit", "ours", "theirs", "ratio", "best", "goal", "peer"])

    /// - Parameter figure: The figure of a line.
    /// - Returns: The medians, the ratio of medians and the ratio of best rounds.
    static func line(_ figure: Figure) -> String {
        let goal =
            switch figure.goal {
            case .atLeast(let ratio): "≥ \(ratio)"
            case .atMost(let ratio): "≤ \(ratio)"
            case nil: ""
            }
        return line([
            figure.bench, figure.unit.rawValue, text(figure.ours), text(figure.theirs), text(figure.ratio),
            text(figure.ratioBest), goal, figure.peer,
        ])
    }

    private static let widths = [38, 6, 10, 10, 8, 8, 7, 0]

    private static func line(_ fields: [String]) -> String {
        zip(fields, widths).map { field, width in
            field + String(repeating: " ", count: max(0, width - field.count))
        }.joined(separator: " ")
    }

    /// - Parameter number: Any number.
    /// - Returns: The number with three significant digits.
    static func text(_ number: Double) -> String {
        let rounded = number.rounded(toDigits: 3)
        return abs(rounded) >= 100 ? "\(Int(rounded))" : "\(rounded)"
    }
}
