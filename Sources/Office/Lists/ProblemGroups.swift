// Bad rows of a list, grouped by what is wrong.

import TicketLists

/// Collects the faults of a list; memory does not grow with their number.
struct ProblemGroups {
    private(set) var badRows = 0
    private var lastLine = 0
    private var groups: [Kind: (count: Int, rows: [ListFault])] = [:]

    private struct Kind: Hashable {
        let column: String?
        let expected: String
    }

    private static let mostGroups = 100
    private static let mostRows = 20

    mutating func add(_ fault: ListFault) {
        if fault.line != lastLine { badRows += 1 }
        lastLine = fault.line
        // Numbers of other lines are different in each of them.
        let kind = Kind(column: fault.column, expected: fault.expected.filter { !$0.isNumber })
        guard groups[kind] != nil || groups.count < Self.mostGroups else { return }
        groups[kind, default: (0, [])].count += 1
        if groups[kind, default: (0, [])].rows.count < Self.mostRows { groups[kind]?.rows.append(fault) }
    }

    /// The groups in the order of the file.
    var problems: [ListPreview.Problem] {
        groups.map { $0 }.sorted { ($0.value.rows.first?.line ?? 0) < ($1.value.rows.first?.line ?? 0) }.map {
            kind, group in
            ListPreview.Problem(
                sentence: "\(kind.column.map { "In \($0), expected" } ?? "Expected") "
                    + (group.rows.first?.expected ?? kind.expected),
                count: group.count,
                rows: group.rows.map { fault in
                    let end = fault.expected.hasSuffix("?") ? "" : "."
                    return ListPreview.Problem.Row(
                        line: fault.line,
                        sentence: "Line \(fault.line): found \(fault.found), expected \(fault.expected)\(end)")
                })
        }
    }
}
