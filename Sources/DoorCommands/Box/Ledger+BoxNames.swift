// Boxes as people name them.

import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import TicketSigning

extension Ledger {
    /// Returns the box with a name or an identifier: a member before a box that only calls itself so.
    ///
    /// - Parameter text: What someone typed.
    /// - Returns: The only box that it can mean.
    /// - Throws: ``CommandError`` if there is none, or several; `LedgerError`.
    func box(named text: String) async throws -> KnownBox {
        let boxes = try await boxes()
        // Anybody can invent a box with any name; members have theirs from the organiser.
        let named = boxes.filter { $0.membership?.terms.name == text }
        // One that was revoked may have left its name to another.
        let active = named.filter { $0.membership?.terms.revoked == nil }
        let members = active.isEmpty ? named : active
        let found =
            members.isEmpty ? boxes.filter { $0.name == text || $0.id.description == text.lowercased() } : members
        guard let first = found.first else {
            let names = boxes.map(\.knownName)
            throw CommandError(
                .noInput,
                "There is no box '\(text.printable)' in this ledger; it has: "
                    + "\(names.joined(separator: ", ").printable).\(SimilarName.question(for: text, among: names))")
        }
        guard found.count == 1 else {
            throw CommandError(
                .usage,
                "Several boxes are named '\(text.printable)'; use an identifier: "
                    + "\(found.map(\.id.description).joined(separator: ", ")).")
        }
        return first
    }
}
