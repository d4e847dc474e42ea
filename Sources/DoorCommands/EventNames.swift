// Events as commands name them.

import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

/// Short names or UUIDs of events.
struct EventNames {
    private let names: [String]

    init(_ names: [String]) { self.names = names }

    /// Returns the events that are named.
    ///
    /// - Parameter ledger: The ledger that knows the short names; `nil` on a machine without one.
    /// - Returns: The events; one that is named by its UUID need not be in the ledger.
    /// - Throws: ``CommandError`` for a name that the ledger does not have; `LedgerError`.
    func events(in ledger: Ledger?) async throws -> Set<EventID> {
        let known = try await ledger?.events() ?? []
        return try Set(
            names.map { name in
                if let event = known.first(where: { $0.slug == name })?.id ?? EventID(name) { return event }
                let names = known.isEmpty ? "none" : known.map(\.slug).joined(separator: ", ")
                throw CommandError(
                    .noInput,
                    "There is no event '\(name.printable)' in this machine's ledger; it has: \(names.printable). Use "
                        + "the event's UUID for another one."
                        + SimilarName.question(for: name, among: known.map(\.slug)))
            })
    }
}
