// The figures for readers outside the staff.

public import Ledger

extension AttendanceFigures {
    /// The same figures without the names and words of staff; only counts remain.
    public var withoutStaff: AttendanceFigures {
        struct Kind: Hashable {
            let action: String
            let overruled: String?
        }
        let counts = Dictionary(
            staffActions.map { (Kind(action: $0.action, overruled: $0.overruled), $0.count) }, uniquingKeysWith: +)
        let anonymous = counts.map { kind, count in
            StaffActionSummary(action: kind.action, overruled: kind.overruled, actor: "staff", why: nil, count: count)
        }
        return AttendanceFigures(
            arrivals: arrivals,
            scans: scans,
            turnout: turnout,
            zones: zones,
            staffActions: anonymous.sorted {
                ($1.count, $0.action, $0.overruled ?? "") < ($0.count, $1.action, $1.overruled ?? "")
            },
            boxes: boxes,
            overridden: overridden
        )
    }
}
