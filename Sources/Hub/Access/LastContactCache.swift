// Keeps a box's contacts from being stored with every request.

import TicketSigning

/// The time at which each box's last contact was last stored.
actor LastContactCache {
    private var written: [BoxID: ContinuousClock.Instant] = [:]

    /// How often a contact is stored; the organiser's page needs no finer resolution.
    private static let interval: Duration = .seconds(10)

    func isDue(_ box: BoxID, now: ContinuousClock.Instant = .now) -> Bool {
        if let last = written[box], last.duration(to: now) < Self.interval { return false }
        written[box] = now
        return true
    }
}
