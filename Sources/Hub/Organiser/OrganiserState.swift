// What the organiser's page shows, in one piece.

/// How an event stands, by all that the hub has heard.
struct OrganiserState: Codable, Hashable, Sendable {
    /// All events, by the time they open.
    var events: [EventName] = []
    /// Which of them the rest is about; `nil` where there is none.
    var event: String?
    /// Gates that the event has or that scans name, in alphabetical order.
    var gates: [String] = []
    /// Kinds of tickets among the arrivals; empty for those without one.
    var tiers: [String] = []
    /// Ten minutes each, in the order of time.
    var arrivals: [Arrival] = []
    /// People who came in, each once.
    var arrived = 0
    /// People who may come.
    var expected = 0
    /// Tickets on the list.
    var tickets = 0
    /// What lies behind the gates.
    var zones: [ZoneState] = []
    /// Codes that were refused or sent to staff, the commonest reason first.
    var refusals: [Refused] = []
    /// Codes that were shown again moments after they had let somebody through.
    var shownAgain = 0
    /// People who got in with a ticket that was used up, the latest first; at most 200.
    var doubles: [DoubleEntry] = []
    /// All of them.
    var doubleCount = 0
    /// Whether all records that are here were looked through for them.
    var isChecked = false
    /// By name.
    var boxes: [BoxState] = []
    /// Messages to the gates, the newest first; at most 100.
    var messages: [Message] = []
    /// Why the page may be behind; absent mostly.
    var trouble: String?

    /// An event to choose.
    struct EventName: Codable, Hashable, Sendable {
        let id: String
        let name: String
    }

    /// Arrivals within ten minutes at one gate with one kind of ticket.
    struct Arrival: Codable, Hashable, Sendable {
        /// When they begin, in milliseconds since 1970-01-01 00:00:00 UTC.
        let at: Int64
        let gate: String
        let tier: String
        let people: Int
    }

    /// How full a zone is.
    struct ZoneState: Codable, Hashable, Sendable {
        let name: String
        let inside: Int
        let capacity: Int?
    }

    /// How often one reason was given.
    struct Refused: Codable, Hashable, Sendable {
        let reason: String
        /// Codes that were refused.
        let refused: Int
        /// Codes that were sent to staff.
        let asked: Int
    }

    /// A double admission, keyed by its own scan.
    struct DoubleEntry: Codable, Hashable, Sendable {
        let ticket: String
        let zone: String
        let first: Entry
        let second: Entry

        /// One of the two.
        struct Entry: Codable, Hashable, Sendable {
            let at: Int64
            let gate: String
            let box: String
            /// `hub`, `alone` or `staff`.
            let decided: String
        }
    }

    /// A box as the hub last heard of it.
    struct BoxState: Codable, Hashable, Sendable {
        let id: String
        let name: String
        /// `enrolled`, `revoked`, or `hub` for the hub's own ledger.
        let state: String
        /// Milliseconds since 1970; absent for never.
        let contact: Int64?
        /// How far its clock is ahead of the hub's, in milliseconds.
        let skew: Int64
        /// Scans that it said it has and that are not here yet.
        let waiting: Int64
        /// What is wrong with its records; absent for nothing.
        let alarm: String?
    }

    /// A message to the gates.
    struct Message: Codable, Hashable, Sendable {
        /// Absent for all gates.
        let gate: String?
        let text: String
        let by: String
        let at: Int64
        let until: Int64
    }
}
