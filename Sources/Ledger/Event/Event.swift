// An event that tickets are issued for.

public import TicketSigning

/// An event with gates: a concert, a match, a day of a fair; one property for each setting. All but two have defaults.
public struct Event: Hashable, Sendable {
    /// The identifier, which is part of every ticket code of the event.
    public let id: EventID
    /// The short name that commands and configurations use: 1 to 32 lower-case ASCII letters, digits and `-`.
    public let slug: String
    /// The name that guests and staff read.
    public var name: String
    /// Tickets are admitted from this time on; if it is `nil`, there is no such limit.
    public var opens: Timestamp?
    /// Tickets are admitted before this time; if it is `nil`, there is no such limit.
    public var closes: Timestamp?
    /// What happens to a genuine ticket that is not on this box's list.
    public var unlisted: UnlistedPolicy
    /// What happens to a code that an old key signed.
    public var oldKeys: OldKeyPolicy
    /// Whether an exit gate lets out people whose entry it does not know.
    public var exits: ExitPolicy
    /// How many people a ticket admits, 1 to 1000, unless the ticket or its tier sets it.
    public var admits: Int
    /// Whether they may enter again, unless the tier sets it.
    public var reentry: Reentry
    /// What staff check for every ticket.
    public var note: String?
    /// Any time at which a day begins, for re-entry per day; days last 24 hours.
    public var dayStarts: Timestamp?
    /// How long an admission can be undone.
    public var undoTime: Duration
    /// When the organiser closed it: no ticket can enter, whatever its own terms; `nil` while it is open.
    public var closed: Timestamp?

    /// - Parameters:
    ///   - id: The event's identifier; a new event gets a random one.
    ///   - slug: 1 to 32 lower-case ASCII letters, digits and `-`, unique in a ledger.
    ///   - name: The name for people, not empty.
    ///   - opens: The start of admission.
    ///   - closes: The end of admission, after `opens`.
    ///   - unlisted: The policy for genuine tickets that are not listed.
    ///   - oldKeys: The policy for codes that an old key signed.
    ///   - exits: The policy for people who leave and whose entry is not known.
    ///   - admits: 1 to 1000 people.
    ///   - reentry: Whether they may enter again.
    ///   - note: What staff check for every ticket.
    ///   - dayStarts: Any time at which a day begins; if it is `nil`, days begin when the event opens, or at midnight
    ///     UTC.
    ///   - undoTime: How long an admission can be undone, in whole milliseconds; zero for never.
    ///   - closed: When the organiser closed it.
    public init(
        id: EventID = .random(),
        slug: String,
        name: String,
        opens: Timestamp? = nil,
        closes: Timestamp? = nil,
        unlisted: UnlistedPolicy = .refuse,
        oldKeys: OldKeyPolicy = .refuse,
        exits: ExitPolicy = .open,
        admits: Int = 1,
        reentry: Reentry = .none,
        note: String? = nil,
        dayStarts: Timestamp? = nil,
        undoTime: Duration = .seconds(600),
        closed: Timestamp? = nil
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.opens = opens
        self.closes = closes
        self.unlisted = unlisted
        self.oldKeys = oldKeys
        self.exits = exits
        self.admits = admits
        self.reentry = reentry
        self.note = note
        self.dayStarts = dayStarts
        self.undoTime = undoTime
        self.closed = closed
    }

    /// The terms for tickets that set none of their own.
    public var policy: EntryPolicy {
        EntryPolicy(opens: opens, closes: closes, admits: admits, reentry: reentry, note: note)
    }

    /// Returns the number of a day, for re-entry per day.
    ///
    /// - Parameter instant: Any time of the day.
    /// - Returns: The same number for all times of one day, one more for the next day.
    public func day(of instant: Timestamp) -> Int64 {
        let dayMilliseconds: Int64 = 86_400_000
        let since = instant.milliseconds - (dayStarts ?? opens ?? Timestamp(milliseconds: 0)).milliseconds
        return since >= 0 ? since / dayMilliseconds : (since + 1) / dayMilliseconds - 1
    }

    /// Derives a short name from a name for people: `Summer Night 2026` gives `summer-night-2026`.
    ///
    /// - Parameter name: Any text.
    /// - Returns: 1 to 32 characters; `event` if the name has no ASCII letter or digit.
    public static func slug(from name: String) -> String {
        let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let slug = words.joined(separator: "-").prefix(32)
        return slug.isEmpty ? "event" : String(slug.last == "-" ? slug.dropLast() : slug)
    }

    /// Returns whether a text is a valid short name.
    ///
    /// - Parameter text: Any text.
    /// - Returns: `true` for 1 to 32 lower-case ASCII letters, digits and `-`.
    public static func isSlug(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { slugCharacters.contains($0) }
    }

    private static let slugCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}

/// The policy for a ticket whose signature is valid but which is not on a box's list, for instance because it was
/// sold after the last sync.
public enum UnlistedPolicy: String, CaseIterable, Hashable, Sendable {
    /// It does not enter.
    case refuse
    /// Staff decide.
    case ask
    /// It enters, once.
    case admit
}

/// The policy for a code whose key is older than the one that the ticket is listed under or, for a ticket that is on
/// no list, older than the event's newest key in force.
public enum OldKeyPolicy: String, CaseIterable, Hashable, Sendable {
    /// It does not enter.
    case refuse
    /// Staff decide.
    case ask
}

/// The policy of exit gates for people who are not known to be inside: their entry may still be on its way from
/// another box.
public enum ExitPolicy: String, CaseIterable, Hashable, Sendable {
    /// They leave; the exit is matched with their entry when that arrives.
    case open
    /// They are refused.
    case strict
}
