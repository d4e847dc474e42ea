// An event that tickets are issued for.

public import TicketSigning

/// An event with doors: a concert, a match, a day of a fair.
public struct Event: Hashable, Sendable {
    /// Stands in every ticket code of the event.
    public let id: EventID
    /// The short name that commands and configurations use: 1 to 32 lower-case ASCII letters, digits and `-`.
    public let slug: String
    /// What guests and staff read.
    public var name: String
    /// Tickets are admitted from this moment on; always, when there is none.
    public var opens: Timestamp?
    /// Tickets are admitted before this moment; always, when there is none.
    public var closes: Timestamp?
    /// What happens to a genuine ticket that is not on this box's list.
    public var unlisted: UnlistedPolicy
    /// What happens to a code that an old key signed.
    public var oldKeys: OldKeyPolicy
    /// How many people a ticket lets in, 1 to 1000, where neither ticket nor tier says it.
    public var admits: Int
    /// Whether they may enter again, where the tier does not say it.
    public var reentry: Reentry
    /// What staff checks for every ticket.
    public var note: String?
    /// Any moment at which a day begins, for re-entry per day; days last 24 hours.
    public var dayStarts: Timestamp?
    /// For how long an admission can be undone.
    public var undoTime: Duration
    /// When the organiser closed it: no ticket enters any more, whatever its own terms; `nil` while it is on.
    public var closed: Timestamp?

    /// - Parameters:
    ///   - id: Of the event; a new event gets a random one.
    ///   - slug: 1 to 32 lower-case ASCII letters, digits and `-`, unique in a ledger.
    ///   - name: For people, not empty.
    ///   - opens: Start of admission.
    ///   - closes: End of admission, after `opens`.
    ///   - unlisted: Policy for genuine tickets that are not listed.
    ///   - oldKeys: Policy for codes that an old key signed.
    ///   - admits: 1 to 1000 people.
    ///   - reentry: Whether they may enter again.
    ///   - note: What staff checks for every ticket.
    ///   - dayStarts: Any moment at which a day begins; when there is none days begin when the event opens, or at
    ///     midnight UTC.
    ///   - undoTime: For how long an admission can be undone, whole milliseconds; zero for never.
    ///   - closed: When the organiser closed it.
    public init(
        id: EventID = .random(),
        slug: String,
        name: String,
        opens: Timestamp? = nil,
        closes: Timestamp? = nil,
        unlisted: UnlistedPolicy = .refuse,
        oldKeys: OldKeyPolicy = .refuse,
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
        self.admits = admits
        self.reentry = reentry
        self.note = note
        self.dayStarts = dayStarts
        self.undoTime = undoTime
        self.closed = closed
    }

    /// The terms that hold for tickets that say nothing else.
    public var policy: EntryPolicy {
        EntryPolicy(opens: opens, closes: closes, admits: admits, reentry: reentry, note: note)
    }

    /// The number of a day, for re-entry per day.
    ///
    /// - Parameter instant: Any moment of the day.
    /// - Returns: The same for all moments of one day, one more on the next.
    public func day(of instant: Timestamp) -> Int64 {
        let dayMilliseconds: Int64 = 86_400_000
        let since = instant.milliseconds - (dayStarts ?? opens ?? Timestamp(milliseconds: 0)).milliseconds
        return since >= 0 ? since / dayMilliseconds : (since + 1) / dayMilliseconds - 1
    }

    /// A short name made from a name for people: `Summer Night 2026` gives `summer-night-2026`.
    ///
    /// - Parameter name: Any text.
    /// - Returns: 1 to 32 characters; `event` where the name has no ASCII letter or digit.
    public static func slug(from name: String) -> String {
        let words = name.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
        let slug = words.joined(separator: "-").prefix(32)
        return slug.isEmpty ? "event" : String(slug.last == "-" ? slug.dropLast() : slug)
    }

    /// Whether a text can be a short name.
    ///
    /// - Parameter text: Any text.
    /// - Returns: `true` for 1 to 32 lower-case ASCII letters, digits and `-`.
    public static func isSlug(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count) && text.utf8.allSatisfy { slugCharacters.contains($0) }
    }

    private static let slugCharacters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
}
