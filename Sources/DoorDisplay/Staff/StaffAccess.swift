// All that stands behind the staff page.

/// The door's desk and who may use it.
public struct StaffAccess: Sendable {
    private let desk: any StaffDesk
    let sessions: StaffSessions
    /// Whether a person may be called so in what is recorded.
    let isName: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - desk: Does what staff ask.
    ///   - isName: Whether a person may be called so in what is recorded.
    ///   - isPIN: Tells the right PIN in a time that does not depend on where a wrong one differs.
    ///   - seal: Turns a text into another that only this box can make of it, of letters, digits, `-` and `_`; the same
    ///     after a restart.
    public init(
        desk: any StaffDesk,
        isName: @escaping @Sendable (String) -> Bool,
        isPIN: @escaping @Sendable (String) -> Bool,
        seal: @escaping @Sendable (String) -> String
    ) {
        self.desk = desk
        self.isName = isName
        sessions = StaffSessions(isPIN: isPIN, seal: seal)
    }

    /// The desk, for who is logged in.
    func desk(_ session: StaffSession) -> any StaffDesk { desk }
}
