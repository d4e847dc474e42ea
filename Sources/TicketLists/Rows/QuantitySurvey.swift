// Determines what a quantity column counts: the people of a row, or the tickets of the row's order.

/// Compares each order's quantity with its number of rows.
struct QuantitySurvey {
    /// The rows of one order.
    private struct Order {
        var rows: UInt32 = 0
        /// The quantity of all rows; 0 if they differ.
        var quantity: UInt16
        /// The ticket data of the first row.
        let ticket: Int
        /// Whether another row has different ticket data.
        var hasOwnTickets = false
        let line: Int

        mutating func add(_ next: UInt16, _ fact: Int) {
            rows += 1
            if quantity != next { quantity = 0 }
            if ticket != fact { hasOwnTickets = true }
        }
    }

    private var orders: [Int: Order] = [:]
    /// The rows of one tier within one order, by order and tier.
    private var kinds: [Int: [Int: Order]] = [:]
    private var runs = Runs()
    private var hasGroups = false

    /// What the column counts.
    enum Finding: Equatable {
        /// The people of each row.
        case people
        /// The tickets of the order, on each of its rows.
        case repeated(LineCount)
        /// Either of the two; the lines where it matters.
        case unclear(LineCount)

        static func == (left: Finding, right: Finding) -> Bool {
            switch (left, right) {
            case (.people, .people), (.repeated, .repeated), (.unclear, .unclear): true
            default: false
            }
        }
    }

    /// - Parameters:
    ///   - order: The value that the rows of an order have in common; `nil` if there is none.
    ///   - kind: The tier, if known.
    ///   - quantity: The quantity in the row.
    ///   - ticket: The row's own data: barcode, ticket number or name.
    ///   - line: The line in the file.
    mutating func add(order: String?, kind: String?, quantity: Int, ticket: String, line: Int) {
        let quantity = UInt16(clamping: max(quantity, 0))
        guard let order else { return runs.add(quantity, line: line) }
        let fact = ticket.hashValue
        orders[order.hashValue, default: Order(quantity: quantity, ticket: fact, line: line)].add(quantity, fact)
        if let kind {
            kinds[order.hashValue, default: [:]][
                kind.hashValue, default: Order(quantity: quantity, ticket: fact, line: line)
            ].add(quantity, fact)
        }
        if quantity > 1 { hasGroups = true }
    }

    /// The conclusion from all orders.
    var finding: Finding {
        guard hasGroups else { return runs.areWhole ? .unclear(runs.lines) : .people }
        var repeated = LineCount()
        var perhaps = LineCount()
        var alone = LineCount()
        var against = LineCount()
        for order in groups.sorted(by: { $0.line < $1.line }) where order.quantity > 1 {
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

    /// The orders; those with inconsistent rows, or with more rows than their quantity, are split by tier.
    private var groups: [Order] {
        orders.flatMap { key, order -> [Order] in
            guard order.quantity == 0 || order.rows > order.quantity, let kinds = kinds[key], kinds.count > 1 else {
                return [order]
            }
            return Array(kinds.values)
        }
    }

    /// The rows of a list without orders: as many consecutive rows with a quantity as it says may be the rows of one
    /// order.
    private struct Runs {
        private var quantity: UInt16 = 0
        private var length = 0
        private var isBroken = false
        private(set) var lines = LineCount()

        mutating func add(_ next: UInt16, line: Int) {
            if next != quantity {
                if !isComplete { isBroken = true }
                (quantity, length) = (next, 0)
            }
            length += 1
            if next > 1 { lines.add(line) }
        }

        private var isComplete: Bool { quantity < 2 || length % Int(quantity) == 0 }
        /// Whether every quantity above one is repeated on as many consecutive rows.
        var areWhole: Bool { lines.count > 0 && !isBroken && isComplete }
    }
}
