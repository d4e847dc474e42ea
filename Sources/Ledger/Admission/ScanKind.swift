// What a line of the door's book is about.

/// What happened; as the scan's `kind` column has it.
enum ScanKind: String {
    /// At a gate that lets people in.
    case entry
    /// At a gate that lets people out.
    case exit
    /// At a gate where tickets are only looked at.
    case check
    /// Staff let somebody in against the rules.
    case override
    /// Staff took a movement back.
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
