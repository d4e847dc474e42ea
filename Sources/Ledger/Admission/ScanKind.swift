// The kind of a line of the book.

/// What happened; the values of the scan's `kind` column.
enum ScanKind: String {
    /// A scan at a gate that lets people in.
    case entry
    /// A scan at a gate that lets people out.
    case exit
    /// A scan at a gate that only checks tickets.
    case check
    /// Staff admitted somebody against the rules.
    case override
    /// Staff undid a movement.
    case void

    init(_ direction: GateDirection) {
        self =
            switch direction {
            case .entry: .entry
            case .exit: .exit
            case .check: .check
            }
    }
}
