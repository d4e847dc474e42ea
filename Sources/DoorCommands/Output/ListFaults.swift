// The faults of a list, grouped.

import DoorOutput
import DoorTexts
import TicketLists

/// The faults of a list's rows, with one line for each kind of fault.
struct ListFaults {
    private(set) var count = 0
    /// The number of rows with faults; a row may have several.
    private(set) var badRows = 0
    private var lastLine = 0
    private var groups: [Kind: Group] = [:]

    /// The properties that faults of a kind share: numbers in the text, such as those of other lines, do not matter.
    private struct Kind: Hashable {
        let column: String?
        let found: String
        let expected: String
    }

    private struct Group {
        var first: ListFault
        var count = 0
        var lines: [Int] = []
    }

    private static let mostGroups = 100
    private static let mostLines = 6

    mutating func add(_ fault: ListFault) {
        count += 1
        if fault.line != lastLine { badRows += 1 }
        lastLine = fault.line
        let kind = Kind(
            column: fault.column, found: fault.found.filter { !$0.isNumber },
            expected: fault.expected.filter { !$0.isNumber })
        guard groups[kind] != nil || groups.count < Self.mostGroups else { return }
        var group = groups[kind] ?? Group(first: fault)
        if fault.line < group.first.line { group.first = fault }
        group.count += 1
        if group.lines.count < Self.mostLines { group.lines.append(fault.line) }
        groups[kind] = group
    }

    /// A sentence per kind of fault, in the order of the file: `14 column E "Email": found text without @, expected
    /// an e-mail address (12 rows: 14, 17, 20, 31, 40, 41 and 6 more)`.
    var sentences: [String] {
        groups.values.sorted { $0.first.line < $1.first.line }.map { group in
            guard group.count > 1 else { return "\(group.first)" }
            let rest = group.count - group.lines.count
            let lines =
                group.lines.sorted().map(String.init).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            return "\(group.first) (\("row".counted(group.count)): \(lines))"
        }
    }

    /// Writes the sentences to standard error.
    ///
    /// - Parameter path: The path of the file.
    func note(in path: String) {
        for sentence in sentences { Terminal.note("\(path):\(sentence)".printable) }
        let told = groups.values.reduce(0) { $0 + $1.count }
        if count > told { Terminal.note("… and \(count - told) faults of other kinds.") }
    }
}

/// Remarks about a list for a person to know or to decide.
struct ListRemarks {
    private(set) var all: [ListRemark]

    /// The number of remarks that prevent an import until a person decides.
    var stopCount: Int { all.count { $0.weight == .stop } }

    /// Writes a line for each remark to standard error; remarks that stop the command are last, where they are
    /// noticed.
    ///
    /// - Parameter path: The path of the file.
    func note(in path: String) {
        for remark in all.sorted(by: { $0.weight < $1.weight }) {
            let word =
                switch remark.weight {
                case .note: "note"
                case .warning: "warning"
                case .stop: "decide"
                }
            Terminal.note("\(path): \(word): \(remark)".printable)
        }
    }

    /// Returns the remarks of a weight for programs, without names.
    func sentences(_ weight: ListRemark.Weight) -> [String] {
        all.filter { $0.weight == weight && !$0.hasName }.map(\.description)
    }
}
