// What an event's page shows while the event runs.

/// An event's state, as far as the ledger of a hub or an office knows.
package struct LiveState: Codable, Hashable, Sendable {
    /// All events, ordered by opening time.
    package var events: [EventName] = []
    /// The selected event; `nil` if there is none.
    package var event: String?
    /// When the event was closed, in milliseconds since 1970-01-01 00:00:00 UTC; absent while it is open.
    package var closed: Int64?
    /// The gates of the event or of its scans, in alphabetical order.
    package var gates: [String] = []
    /// The tiers among the arrivals; empty string for tickets without one.
    package var tiers: [String] = []
    /// Arrivals in ten-minute intervals, in chronological order.
    package var arrivals: [Arrival] = []
    /// The number of people who came in, each counted once.
    package var arrived = 0
    /// The number of people who may come.
    package var expected = 0
    /// The number of tickets on the list.
    package var tickets = 0
    /// The zones behind the gates.
    package var zones: [ZoneState] = []
    /// Codes that were refused or sent to staff, the most common reason first.
    package var refusals: [Refused] = []
    /// The number of codes that were shown again moments after they let someone through.
    package var shownAgain = 0
    /// People admitted with a ticket that was already used up, the latest first; at most 200.
    package var doubles: [DoubleEntry] = []
    /// Where the list of earlier ones begins; absent if `doubles` has all of them.
    package var earlierDoubles: String?
    /// The total number of double admissions.
    package var doubleCount = 0
    /// Whether all records received so far were checked for double admissions.
    package var isChecked = false
    /// The days of the event on which something happened, in order.
    package var days: [DayState] = []
    /// The boxes, by name.
    package var boxes: [BoxState] = []
    /// What is wrong, the latest first.
    package var alerts: [AlertState] = []
    /// Messages to the gates, the newest first; at most 100.
    package var messages: [Message] = []
    /// What boxes sent within the last week that has no effect, each in a sentence.
    package var faults: [String] = []
    /// Why the page may be out of date; usually absent.
    package var trouble: String?

    package init() {}

    /// An event to select.
    package struct EventName: Codable, Hashable, Sendable {
        package let id: String
        package let name: String

        package init(id: String, name: String) {
            (self.id, self.name) = (id, name)
        }
    }

    /// Arrivals within ten minutes at one gate with tickets of one tier.
    package struct Arrival: Codable, Hashable, Sendable {
        /// The start of the interval, in milliseconds since 1970-01-01 00:00:00 UTC.
        package let at: Int64
        package let gate: String
        package let tier: String
        package let people: Int
    }

    /// The occupancy of a zone.
    package struct ZoneState: Codable, Hashable, Sendable {
        package let name: String
        package let inside: Int
        package let capacity: Int?
    }

    /// The number of codes with one reason.
    package struct Refused: Codable, Hashable, Sendable {
        package let reason: String
        /// The number of codes that were refused.
        package let refused: Int
        /// The number of codes that were sent to staff.
        package let asked: Int

        package init(reason: String, refused: Int, asked: Int) {
            (self.reason, self.refused, self.asked) = (reason, refused, asked)
        }
    }

    /// What happened on one day of the event.
    package struct DayState: Codable, Hashable, Sendable {
        /// The date on which it begins in the machine's time zone, such as `2026-07-04`.
        package let date: String
        /// When it begins, in milliseconds since 1970-01-01 00:00:00 UTC.
        package let begins: Int64
        /// People who came for the first time.
        package var arrived = 0
        /// People who entered, each time that they did.
        package var entered = 0
        /// People who left.
        package var left = 0
        /// Codes that were refused.
        package var refused = 0
        /// Codes that were sent to staff.
        package var asked = 0
        /// The most people in each zone in which somebody entered or left, by the zone's name.
        package var peaks: [Peak] = []

        package init(date: String, begins: Int64) {
            (self.date, self.begins) = (date, begins)
        }

        /// The most people in a zone on one day.
        package struct Peak: Codable, Hashable, Sendable {
            package let zone: String
            package let most: Int
            /// The first minute in which so many were inside.
            package let at: Int64
        }
    }

    /// A double admission, identified by the scan of the second entry.
    package struct DoubleEntry: Codable, Hashable, Sendable {
        package let ticket: String
        package let zone: String
        package let first: Entry
        package let second: Entry
        /// Whether it is known which of the two was first.
        package let orderKnown: Bool

        /// One of the two entries.
        package struct Entry: Codable, Hashable, Sendable {
            package let at: Int64
            package let gate: String
            package let box: String
            /// `hub`, `alone` or `staff`.
            package let decided: String
        }
    }

    /// A box at its last contact with the hub, or at the last sync with it.
    package struct BoxState: Codable, Hashable, Sendable {
        package let id: String
        package let name: String
        /// `enrolled` at the hub, `member` without a hub, `revoked`, or `hub` for the ledger of this machine.
        package let state: String
        /// Milliseconds since 1970-01-01 00:00:00 UTC; absent if there was no contact.
        package let contact: Int64?
        /// How far its clock is ahead of the hub's, in milliseconds.
        package let skew: Int64
        /// The number of scans that the box has reported but not uploaded yet.
        package let waiting: Int64
        /// Whether it was restored or cloned, in a sentence; absent if not.
        package let branches: String?
        /// The limit of its quota that it reached within a day, and what to do; absent if it reached none.
        package let quota: String?
        /// The gate at which its door was last open; absent if it never was.
        package let gate: String?
        /// The version of its program; absent if it has not said.
        package let version: String?
        /// How many changes of the list it lacks that only a file brings; absent for a box of the hub.
        package let lacks: Int?

        package init(
            id: String, name: String, state: String, contact: Int64?, skew: Int64 = 0, waiting: Int64 = 0,
            branches: String? = nil, quota: String? = nil, gate: String? = nil, version: String? = nil,
            lacks: Int? = nil
        ) {
            (self.id, self.name, self.state, self.contact) = (id, name, state, contact)
            (self.skew, self.waiting, self.branches, self.quota) = (skew, waiting, branches, quota)
            (self.gate, self.version, self.lacks) = (gate, version, lacks)
        }
    }

    /// An alert that has not ended, as people are told of it by webhook and mail.
    package struct AlertState: Codable, Hashable, Sendable {
        /// The kind, such as `BoxSilent`.
        package let kind: String
        /// One sentence that says what was wrong when it began.
        package let text: String
        /// When it began, in milliseconds since 1970-01-01 00:00:00 UTC.
        package let started: Int64

        package init(kind: String, text: String, started: Int64) {
            (self.kind, self.text, self.started) = (kind, text, started)
        }
    }

    /// A message to the gates.
    package struct Message: Codable, Hashable, Sendable {
        /// The gate; absent for all gates.
        package let gate: String?
        package let text: String
        package let by: String
        package let at: Int64
        package let until: Int64
    }
}
