// The audience of a page.

/// Determines what a page leaves out, and how many past scans it gets.
enum Audience: Hashable, Sendable {
    /// Everyone in front of the door.
    case guests(withNames: Bool)
    /// Anyone who knows the PIN.
    case staff(StaffSession)

    /// The number of recent scans that a page gets when it opens.
    var scanCount: Int { isStaff ? DisplayBoard.scanCapacity : 8 }

    /// Whether the page shows everything.
    var isStaff: Bool { if case .staff = self { true } else { false } }
}
