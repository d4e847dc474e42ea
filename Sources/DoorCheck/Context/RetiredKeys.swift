// Keys that were ended, and the tickets whose codes ended with them.

import Ledger
import TicketSigning

/// The retired keys of an event: doors refuse what they signed, so no such code is written any more.
struct RetiredKeys {
    private let keys: [KeyRecord]

    /// - Parameter facts: Of all keys of one event.
    init(_ facts: [KeyRecord]) {
        keys = facts.filter(\.isRetired)
    }

    /// Whether a ticket's code is refused, whatever the list says of it.
    func signed(_ ticket: IssuedTicket) -> Bool {
        keys.contains { $0.epoch == ticket.epoch }
    }

    /// What is said of tickets that get no code.
    ///
    /// - Parameter tickets: Those that were left out.
    /// - Returns: One sentence; `nil` where there are none.
    func sentence(leavingOut tickets: [IssuedTicket]) -> String? {
        guard !tickets.isEmpty else { return nil }
        let epochs = Set(tickets.map(\.epoch))
        let commands = keys.filter { epochs.contains($0.epoch) }.map { "`doorcheck ticket reissue --key \($0.keyID)`" }
        let whose = tickets.count == 1 ? "has no code, since its" : "have no code, since their"
        return "\("ticket".counted(tickets.count)) \(whose) key was retired and doors refuse what it signed; "
            + "\(commands.joined(separator: " and ")) issues \(tickets.count == 1 ? "it" : "them") anew."
    }
}
