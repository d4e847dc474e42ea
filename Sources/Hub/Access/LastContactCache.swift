// Keeps a box's contacts from being stored with every request.

import TicketSigning

/// When each box's last contact was last stored, and what the box had told of itself.
actor LastContactCache {
    private var written: [BoxID: (at: ContinuousClock.Instant, statement: BoxStatement)] = [:]

    /// How often a contact is stored; the organiser's page needs no finer resolution.
    private static let interval: Duration = .seconds(10)

    /// Returns whether a contact is to be stored now: one was not for a while, or the box tells something else.
    func isDue(
        _ box: BoxID, telling statement: BoxStatement = BoxStatement(), now: ContinuousClock.Instant = .now
    ) -> Bool {
        let last = written[box]
        var known = last?.statement ?? BoxStatement()
        known.gate = statement.gate ?? known.gate
        known.version = statement.version ?? known.version
        if let last, last.statement == known, last.at.duration(to: now) < Self.interval { return false }
        written[box] = (now, known)
        return true
    }
}
