// What the staff page asks of the door.

/// Looks tickets up and does what staff ask, by the door's own rules.
///
/// Every method throws ``StaffRefusal`` with a sentence for staff; any other error is a fault of the box.
public protocol StaffDesk: Sendable {
    /// The event's gates.
    ///
    /// - Returns: One or more, by their names.
    /// - Throws: ``StaffRefusal``.
    func gates() async throws -> [StaffGate]

    /// Makes this door another gate, and writes down who did it.
    ///
    /// - Parameters:
    ///   - gate: One of ``gates()``.
    ///   - who: The name given with the PIN.
    /// - Returns: What was done, in a sentence.
    /// - Throws: ``StaffRefusal`` for a gate that the event does not have.
    func move(to gate: String, by who: String) async throws -> String

    /// Tickets with a word of the holder or reference that begins with a text.
    ///
    /// - Parameter text: Not empty.
    /// - Returns: At most 50.
    /// - Throws: ``StaffRefusal``.
    func find(_ text: String) async throws -> [StaffTicket]

    /// How a ticket would be judged here and now; nothing is recorded.
    ///
    /// - Parameters:
    ///   - ticket: Its identifier.
    ///   - epoch: Of the key that signed the code that was shown; `nil` where the ticket was looked up.
    /// - Returns: Every rule's answer.
    /// - Throws: ``StaffRefusal`` for a ticket that is not on the list.
    func explain(_ ticket: String, signedIn epoch: UInt32?) async throws -> StaffExplanation

    /// Does something to a ticket and records who did it and why.
    ///
    /// - Parameters:
    ///   - action: What.
    ///   - ticket: Its identifier.
    ///   - epoch: As for ``explain(_:signedIn:)``, when the person read it.
    ///   - version: ``StaffExplanation/version`` as the person read it.
    ///   - who: The name given with the PIN.
    ///   - why: Possibly empty, where no reason is needed.
    /// - Returns: What was done.
    /// - Throws: ``StaffRefusal`` where it cannot be done, or where the ticket is no longer as the person saw it; then
    ///   nothing was done.
    func perform(
        _ action: StaffAction,
        on ticket: String,
        signedIn epoch: UInt32?,
        seen version: String,
        by who: String,
        why: String
    ) async throws -> StaffResult

    /// Puts a message of the organiser's away at this box, and records who did it.
    ///
    /// - Parameters:
    ///   - message: Its identifier.
    ///   - who: The name given with the PIN.
    /// - Returns: What was done, in a sentence.
    /// - Throws: ``StaffRefusal`` where there is no such message.
    func dismiss(_ message: String, by who: String) async throws -> String
}
