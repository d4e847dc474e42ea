// The complete state of the organiser's page.

/// An event's state, as far as the hub knows.
struct OrganiserState: Codable, Hashable, Sendable {
    /// All events, ordered by opening time.
    var events: [EventName] = []
    /// The selected event; `nil` if there is none.
    var event: String?
    /// When the event was closed, in milliseconds since 1970-01-01 00:00:00 UTC; absent while it is open.
    var closed: Int64?
    /// The gates of the event or of its scans, in alphabetical order.
    var gates: [String] = []
    /// The tiers among the arrivals; empty string for tickets without one.
    var tiers: [String] = []
    /// Arrivals in ten-minute intervals, in chronological order.
    var arrivals: [Arrival] = []
    /// The number of people who came in, each counted once.
    var arrived = 0
    /// The number of people who may come.
    var expected = 0
    /// The number of tickets on the list.
    var tickets = 0
    /// The zones behind the gates.
    var zones: [ZoneState] = []
    /// Codes that were refused or sent to staff, the most common reason first.
    var refusals: [Refused] = []
    /// The number of codes that were shown again moments after they let someone through.
    var shownAgain = 0
    /// People admitted with a ticket that was already used up, the latest first; at most 200.
    var doubles: [DoubleEntry] = []
    /// Where the list of earlier ones begins; absent if `doubles` has all of them.
    var earlierDoubles: String?
    /// The total number of double admissions.
    var doubleCount = 0
    /// Whether all records received so far were checked for double admissions.
    var isChecked = false
    /// The days of the event on which something happened, in order.
    var days: [DayState] = []
    /// The boxes, by name.
    var boxes: [BoxState] = []
    /// What is wrong, the latest first.
    var alerts: [AlertState] = []
    /// Messages to the gates, the newest first; at most 100.
    var messages: [Message] = []
    /// What boxes sent within the last week that has no effect, each in a sentence.
    var faults: [String] = []
    /// Why the page may be out of date; usually absent.
    var trouble: String?

    /// An event to select.
    struct EventName: Codable, Hashable, Sendable {
        let id: String
        let name: String
    }

    /// Arrivals within ten minutes at one gate with tickets of one tier.
    struct Arrival: Codable, Hashable, Sendable {
        /// The start of the interval, in milliseconds since 1970-01-01 00:00:00 UTC.
        let at: Int64
        let gate: String
        let tier: String
        let people: Int
    }

    /// The occupancy of a zone.
    struct ZoneState: Codable, Hashable, Sendable {
        let name: String
        let inside: Int
        let capacity: Int?
    }

    /// The number of codes with one reason.
    struct Refused: Codable, Hashable, Sendable {
        let reason: String
        /// The number of codes that were refused.
        let refused: Int
        /// The number of codes that were sent to staff.
        let asked: Int
    }

    /// What happened on one day of the event.
    struct DayState: Codable, Hashable, Sendable {
        /// The date on which it begins in the hub's time zone, such as `2026-07-04`.
        let date: String
        /// When it begins, in milliseconds since 1970-01-01 00:00:00 UTC.
        let begins: Int64
        /// People who came for the first time.
        var arrived = 0
        /// People who entered, each time that they did.
        var entered = 0
        /// People who left.
        var left = 0
        /// Codes that were refused.
        var refused = 0
        /// Codes that were sent to staff.
        var asked = 0
        /// The most people in each zone in which somebody entered or left, by the zone's name.
        var peaks: [Peak] = []

        /// The most people in a zone on one day.
        struct Peak: Codable, Hashable, Sendable {
            let zone: String
            let most: Int
            /// The first minute in which so many were inside.
            let at: Int64
        }
    }

    /// A double admission, identified by the scan of the second entry.
    struct DoubleEntry: Codable, Hashable, Sendable {
        let ticket: String
        let zone: String
        let first: Entry
        let second: Entry
        /// Whether it is known which of the two was first.
        let orderKnown: Bool

        /// One of the two entries.
        struct Entry: Codable, Hashable, Sendable {
            let at: Int64
            let gate: String
            let box: String
            /// `hub`, `alone` or `staff`.
            let decided: String
        }
    }

    /// A box at its last contact with the hub.
    struct BoxState: Codable, Hashable, Sendable {
        let id: String
        let name: String
        /// `enrolled`, `revoked`, or `hub` for the hub's own ledger.
        let state: String
        /// Milliseconds since 1970-01-01 00:00:00 UTC; absent if there was no contact.
        let contact: Int64?
        /// How far its clock is ahead of the hub's, in milliseconds.
        let skew: Int64
        /// The number of scans that the box has reported but not uploaded yet.
        let waiting: Int64
        /// Whether it was restored or cloned, in a sentence; absent if not.
        let branches: String?
        /// The limit of its quota that it reached within a day, and what to do; absent if it reached none.
        let quota: String?
        /// The gate at which its door was last open; absent if it never was.
        let gate: String?
        /// The version of its program; absent if it has not said.
        let version: String?
    }

    /// An alert that has not ended, as people are told of it by webhook and mail.
    struct AlertState: Codable, Hashable, Sendable {
        /// The kind, such as `BoxSilent`.
        let kind: String
        /// One sentence that says what was wrong when it began.
        let text: String
        /// When it began, in milliseconds since 1970-01-01 00:00:00 UTC.
        let started: Int64
    }

    /// A message to the gates.
    struct Message: Codable, Hashable, Sendable {
        /// The gate; absent for all gates.
        let gate: String?
        let text: String
        let by: String
        let at: Int64
        let until: Int64
    }
}
