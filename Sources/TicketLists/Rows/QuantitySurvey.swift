// What a column of quantities counts: people of a row, or tickets of the order that the row is one of.

/// Compares each order's quantity with how many rows it has.
struct QuantitySurvey {
    /// The rows of one order.
    private struct Order {
        var rows: UInt32 = 0
        /// The quantity of all rows, 0 where they differ.
        var quantity: UInt16
        /// The first row's own facts.
        let ticket: Int
        /// Whether another row has others.
        var hasOwnTickets = false
        let line: Int
    }

    private var orders: [Int: Order] = [:]
    private var hasGroups = false

    /// What the column counts.
    enum Finding: Equatable {
        /// People of each row.
        case people
        /// Tickets of the order, on each of its rows.
        case repeated(LineCount)
        /// One or the other; the lines where it matters.
        case unclear(LineCount)

        static func == (left: Finding, right: Finding) -> Bool {
            switch (left, right) {
            case (.people, .people), (.repeated, .repeated), (.unclear, .unclear): true
            default: false
            }
        }
    }

    /// - Parameters:
    ///   - order: What the rows of an order have in common.
    ///   - quantity: As the row has it.
    ///   - ticket: What the row has of its own: barcode, ticket number or name.
    ///   - line: Of the file.
    mutating func add(order: String, quantity: Int, ticket: String, line: Int) {
        let quantity = UInt16(clamping: max(quantity, 0))
        let fact = ticket.hashValue
        var known = orders[order.hashValue] ?? Order(quantity: quantity, ticket: fact, line: line)
        known.rows += 1
        if known.quantity != quantity { known.quantity = 0 }
        if known.ticket != fact { known.hasOwnTickets = true }
        orders[order.hashValue] = known
        if quantity > 1 { hasGroups = true }
    }

    /// What all orders together show.
    var finding: Finding {
        guard hasGroups else { return .people }
        var repeated = LineCount()
        var perhaps = LineCount()
        var alone = LineCount()
        var against = LineCount()
        for order in orders.values.sorted(by: { $0.line < $1.line }) where order.quantity > 1 {
            switch order.rows {
            case 1: alone.add(order.line)
            case UInt32(order.quantity) where order.hasOwnTickets: repeated.add(order.line)
            case ...UInt32(order.quantity): perhaps.add(order.line)
            default: against.add(order.line)
            }
        }
        guard repeated.count > 0 else { return perhaps.count > 0 ? .unclear(perhaps) : .people }
        if alone.count > 0 { return .unclear(alone) }
        if against.count > 0 { return .unclear(against) }
        repeated.add(perhaps)
        return .repeated(repeated)
    }
}
