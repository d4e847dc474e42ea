// The staff page's interface to the door.

/// Looks up tickets and executes the actions of staff, according to the door's own rules.
///
/// Every method throws ``StaffRefusal`` with a sentence for staff; any other error is a fault of the box.
public protocol StaffDesk: Sendable {
    /// Returns the event's gates.
    ///
    /// - Returns: One or more gates, ordered by name.
    /// - Throws: ``StaffRefusal``.
    func gates() async throws -> [StaffGate]

    /// Switches this door to another gate, and records the person who did it.
    ///
    /// - Parameters:
    ///   - gate: One of ``gates()``.
    ///   - who: The name given with the PIN.
    /// - Returns: What was done, in a sentence.
    /// - Throws: ``StaffRefusal`` for a gate that the event does not have.
    func move(to gate: String, by who: String) async throws -> String

    /// Finds tickets whose holder or reference has a word that begins with a text.
    ///
    /// - Parameter text: The search text; not empty.
    /// - Returns: At most 50 tickets.
    /// - Throws: ``StaffRefusal``.
    func find(_ text: String) async throws -> [StaffTicket]

    /// Returns how a ticket would be judged here and now; nothing is recorded.
    ///
    /// - Parameters:
    ///   - ticket: The ticket's identifier.
    ///   - epoch: The epoch of the key that signed the code; `nil` if the ticket was found by search.
    /// - Returns: Every rule's answer.
    /// - Throws: ``StaffRefusal`` for a ticket that is not on the list.
    func explain(_ ticket: String, signedIn epoch: UInt32?) async throws -> StaffExplanation

    /// Performs an action on a ticket, and records the person and the reason.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - ticket: The ticket's identifier.
    ///   - epoch: The epoch passed to ``explain(_:signedIn:)`` for what the person read.
    ///   - version: The ``StaffExplanation/version`` that the person read.
    ///   - who: The name given with the PIN.
    ///   - why: The reason; may be empty if none is needed.
    /// - Returns: What was done.
    /// - Throws: ``StaffRefusal`` if the action is impossible, or if the ticket has changed since the person saw it;
    ///   nothing is done in either case.
    func perform(
        _ action: StaffAction,
        on ticket: String,
        signedIn epoch: UInt32?,
        seen version: String,
        by who: String,
        why: String
    ) async throws -> StaffResult

    /// Returns what staff may sell at this door now.
    ///
    /// - Returns: ``StaffSales/none`` if nothing may be sold.
    /// - Throws: ``StaffRefusal``.
    func sales() async throws -> StaffSales

    /// Sells a ticket to guests who have none, and admits them, in one step; a sale that was done before is not done
    /// again.
    ///
    /// - Parameters:
    ///   - sale: The sale.
    ///   - who: The name given with the PIN, which is recorded with the payment and the entries.
    /// - Returns: What was done; for a sale that was done before, its ticket as well.
    /// - Throws: ``StaffRefusal``; nothing is done then.
    func sell(_ sale: StaffSale, by who: String) async throws -> StaffResult

    /// Dismisses an organiser's message at this box, and records the person who did it.
    ///
    /// - Parameters:
    ///   - message: The message's identifier.
    ///   - who: The name given with the PIN.
    /// - Returns: What was done, in a sentence.
    /// - Throws: ``StaffRefusal`` if there is no such message.
    func dismiss(_ message: String, by who: String) async throws -> String
}
