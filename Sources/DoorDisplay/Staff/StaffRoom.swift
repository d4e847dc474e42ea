// All that stands behind the staff page.

/// The door's desk and who may use it.
public struct StaffRoom: Sendable {
    let desk: any StaffDesk
    let sessions: StaffSessions

    /// - Parameters:
    ///   - desk: Does what staff ask.
    ///   - isPIN: Tells the right PIN in a time that does not depend on where a wrong one differs.
    public init(desk: any StaffDesk, isPIN: @escaping @Sendable (String) -> Bool) {
        self.desk = desk
        sessions = StaffSessions(isPIN: isPIN)
    }
}
