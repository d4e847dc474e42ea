// Retired keys, and the tickets whose codes are no longer valid with them.

import DoorTexts
package import Ledger
import TicketSigning

/// The retired keys of an event: doors refuse codes signed with them, so no such code is written again.
package struct RetiredKeys {
    private let keys: [KeyRecord]

    /// - Parameter facts: All keys of one event.
    package init(_ facts: [KeyRecord]) {
        keys = facts.filter(\.isRetired)
    }

    /// Returns whether a ticket's code is refused, regardless of the ticket's status.
    package func signed(_ ticket: IssuedTicket) -> Bool {
        keys.contains { $0.epoch == ticket.epoch }
    }

    /// Returns the message about tickets that get no code.
    ///
    /// - Parameter tickets: The tickets that were left out.
    /// - Returns: One sentence; `nil` if there are none.
    package func sentence(leavingOut tickets: [IssuedTicket]) -> String? {
        guard !tickets.isEmpty else { return nil }
        let epochs = Set(tickets.map(\.epoch))
        let commands = keys.filter { epochs.contains($0.epoch) }.map { "`doorcheck ticket reissue --key \($0.keyID)`" }
        let whose = tickets.count == 1 ? "has no code, because its" : "have no code, because their"
        return "\("ticket".counted(tickets.count)) \(whose) key was retired and doors refuse its tickets; "
            + "\(commands.joined(separator: " and ")) replaces \(tickets.count == 1 ? "it" : "them")."
    }
}
