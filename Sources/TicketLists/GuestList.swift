// The people tickets are issued to, from a list that an organiser keeps.

/// A guest list with a header: `name`, `email` or `reference`, `tier`, `admits`, in any order, none of them needed
/// but one of the first three.
public struct GuestList: Sendable {
    /// In the order of the file.
    public let guests: [Guest]

    private enum Column: String, CaseIterable {
        case name, reference, tier, admits

        /// Headers, in lower case, that mean this column.
        var headers: Set<String> {
            switch self {
            case .name: ["name", "holder", "attendee", "guest"]
            case .reference: ["email", "e-mail", "reference", "order"]
            case .tier: ["tier", "ticket", "ticket type", "category"]
            case .admits: ["admits", "people", "quantity"]
            }
        }
    }

    /// Reads a list.
    ///
    /// - Parameter table: With a header in its first row.
    /// - Throws: ``GuestListError`` with every fault of the list at once.
    public init(_ table: CSVTable) throws(GuestListError) {
        guard let header = table.rows.first else { throw GuestListError(faults: [.empty]) }
        var positions: [Column: Int] = [:]
        for (position, text) in header.fields.enumerated() {
            let column = Column.allCases.first { $0.headers.contains(text.lowercased()) }
            if let column, positions[column] == nil { positions[column] = position }
        }
        guard positions[.name] != nil || positions[.reference] != nil || positions[.tier] != nil else {
            throw GuestListError(faults: [.noHeader(line: header.line)])
        }
        var guests: [Guest] = []
        var faults: [GuestListError.Fault] = []
        for row in table.rows.dropFirst() {
            func text(_ column: Column) -> String? {
                guard let position = positions[column], position < row.fields.count else { return nil }
                return row.fields[position].isEmpty ? nil : row.fields[position]
            }
            let admits = text(.admits).map { Int($0) ?? 0 }
            guard (1...1000).contains(admits ?? 1) else {
                faults.append(.badCount(line: row.line, column: header.fields[positions[.admits] ?? 0]))
                continue
            }
            guests.append(Guest(name: text(.name), reference: text(.reference), tier: text(.tier), admits: admits))
        }
        guard faults.isEmpty else { throw GuestListError(faults: faults) }
        guard !guests.isEmpty else { throw GuestListError(faults: [.empty]) }
        self.guests = guests
    }
}
