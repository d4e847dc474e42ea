// Reports boxes that are over their quota to the organiser.

import TicketSigning

/// Notes refusals in the database, at most every few seconds for each box.
struct QuotaWatch: Sendable {
    let journal: GroupCommitQueue
    private let noted = LastContactCache()

    init(journal: GroupCommitQueue) {
        self.journal = journal
    }

    /// - Parameters:
    ///   - box: The box that was refused.
    ///   - limit: The limit that it had reached.
    ///   - moment: The hub's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - instant: The current instant of a monotonic clock.
    /// - Throws: ``HubError``.
    func refused(
        _ box: BoxID,
        _ limit: QuotaLimit,
        at moment: Int64,
        now instant: ContinuousClock.Instant
    ) async throws {
        guard await noted.isDue(box, now: instant) else { return }
        _ = try await journal.submit(.overQuota(box, limit, at: moment))
    }
}
