// Access to the staff page.

/// The door's desk and its sessions.
public struct StaffAccess: Sendable {
    private let desk: any StaffDesk
    let sessions: StaffSessions
    /// Returns whether a text is valid as a person's name in records.
    let isName: @Sendable (String) -> Bool

    /// - Parameters:
    ///   - desk: Executes the requests of staff.
    ///   - isName: Returns whether a text is valid as a person's name in records.
    ///   - isPIN: Returns whether a PIN is right, in constant time.
    ///   - seal: Returns a text that only this box can derive from the given one, made of letters, digits, `-` and
    ///     `_`; the same after a restart.
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

    /// Returns the desk for a session.
    func desk(_ session: StaffSession) -> any StaffDesk { desk }
}
