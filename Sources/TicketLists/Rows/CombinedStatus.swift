// The status of a ticket, combined from all columns of its row that tell one.

/// The worst status of all columns.
struct CombinedStatus {
    /// The worst status; `nil` if no column says whether the ticket is paid, and none says that it is invalid.
    private(set) var worst: ListEntry.Status?
    /// Whether the ticket was used at another check-in.
    private(set) var isUsed = false
    /// Whether part of its order was refunded.
    private(set) var isPartlyRefunded = false

    /// - Parameters:
    ///   - columns: The columns that tell whether a ticket is valid.
    ///   - fields: The fields of the row, which get a fault for each word that is not known.
    init(_ columns: [ColumnMapping.StatusColumn], of fields: inout RowFields) {
        for column in columns { add(column, of: &fields) }
    }

    /// Makes the status at least as bad as another one.
    mutating func add(_ status: ListEntry.Status) {
        worst = max(worst ?? status, status)
    }

    private mutating func add(_ column: ColumnMapping.StatusColumn, of fields: inout RowFields) {
        let word = fields.raw(column.column)
        switch column.field {
        case .paid, .blocked:
            guard let answer = StatusWords.yesOrNo(word) else {
                return fields.complain(at: column.column, found: "an unknown word", expected: "yes or no")
            }
            if column.field == .paid { add(answer ? .valid : .unpaid) }
            if column.field == .blocked, answer { add(.blocked) }
        case .cancelled:
            // Platforms write a time or a name: anything but a "no" means yes.
            let isGood = StatusWords.yesOrNo(word).map { !$0 } ?? (StatusWords.status(word) == .valid)
            if !isGood { add(.withdrawn) }
        default:
            guard let status = column.field == .rsvp ? StatusWords.reply(word) : StatusWords.status(word) else {
                return fields.complain(
                    at: column.column, found: "an unknown word",
                    expected: "a word such as valid, paid, unpaid, refunded or cancelled"
                )
            }
            add(status.ticketStatus)
            isUsed = isUsed || status == .used
            isPartlyRefunded = isPartlyRefunded || status == .partly
        }
    }
}
