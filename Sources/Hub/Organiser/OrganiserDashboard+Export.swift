// Exports from the organiser's page.

import Attendance
import HTTPSupport
import Ledger
import TicketSigning

extension OrganiserDashboard {
    /// Returns the short name of an event that somebody may export.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - permit: The permit of who exports: those who may see names.
    /// - Returns: The short name; `nil` if there is no such event.
    /// - Throws: ``ProblemResponse`` for another event; `LedgerError`.
    func slug(of id: EventID, for permit: TicketPermit) async throws -> String? {
        try permit.check(id)
        return try await ledger.terms(of: id)?.event.slug
    }

    /// Writes a table row by row.
    ///
    /// - Parameters:
    ///   - export: The table.
    ///   - id: The event.
    ///   - permit: The permit of who exports.
    ///   - write: Takes some rows as CSV.
    /// - Throws: ``ProblemResponse`` for another event; `LedgerError`; rethrows errors of `write`.
    nonisolated func write(
        _ export: EventExport, of id: EventID, for permit: TicketPermit, to write: (String) async throws -> Void
    ) async throws {
        try permit.check(id)
        try await export.write(
            of: id, from: exportReader, days: { try await self.counted(id).dayStates }, to: write)
    }
}
