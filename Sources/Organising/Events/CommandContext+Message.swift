// Messages to the gates.

package import DoorInstallation
import DoorTexts
import Ledger
package import TicketSigning

/// Why a message is not sent.
package enum MessageRefusal: Error, CustomStringConvertible {
    /// It would be shown for another time than 1 to 1440 minutes.
    case minutes
    /// The event has no such gate; these are its gates.
    case gate([String])
    /// No gate would hear of it, in a sentence.
    case unheard(String)

    package var description: String {
        switch self {
        case .minutes: "A message is shown for 1 to 1440 minutes."
        case .gate(let gates): "The event has no such gate; its gates are \(gates.joined(separator: ", "))."
        case .unheard(let sentence): sentence
        }
    }
}

extension CommandContext {
    /// Sends a message to an event's gates: a door with this ledger shows it at once, others after their next sync.
    ///
    /// - Parameters:
    ///   - text: One line of at most `GateMessage.longest` characters.
    ///   - event: The event.
    ///   - gate: The gate; `nil` for all.
    ///   - minutes: How long it is shown.
    ///   - actor: Who sends it.
    /// - Throws: ``MessageRefusal``; `LedgerError`, `LedgerError.refused` for the text.
    package func send(
        _ text: String, to event: EventID, gate: String?, minutes: Int, by actor: String
    ) async throws {
        guard (1...1440).contains(minutes) else { throw MessageRefusal.minutes }
        if let box = try await ledger.unheardOwner() { throw MessageRefusal.unheard(box.description) }
        let gates = try await ledger.gates(of: event)
        let name = gate.flatMap { name in gates.first { $0.text == name } }
        guard gate == nil || name != nil else { throw MessageRefusal.gate(gates.map(\.text)) }
        let now = WallClock.now
        try await ledger.add(
            GateMessage(
                event: event, gate: name, text: text, actor: actor, at: now,
                until: Timestamp(milliseconds: now.milliseconds + Int64(minutes) * 60_000)))
    }
}
