// Who looks at a page.

/// Decides what is left out of what is shown, and how much of the past is kept.
enum Audience: Hashable, Sendable {
    /// Everybody before the door.
    case guests(withNames: Bool)
    /// Who knows the PIN.
    case staff(StaffSession)

    /// How many of the last scans a page gets when it opens.
    var scanCount: Int { isStaff ? DisplayBoard.scanCapacity : 8 }

    /// Whether nothing is left out.
    var isStaff: Bool { if case .staff = self { true } else { false } }
}
