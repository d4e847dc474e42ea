// An event that tickets are issued for.

public import TicketSigning

/// An event with doors: a concert, a match, a day of a fair.
public struct Event: Hashable, Sendable {
    /// Stands in every ticket code of the event.
    public let id: EventID
    /// The short name that commands and configurations use: 1 to 32 lower-case ASCII letters, digits and `-`.
    public let slug: String
    /// What guests and staff read.
    public let name: String
    /// Tickets are admitted from this moment on; always, when there is none.
    public let opens: Timestamp?
    /// Tickets are admitted before this moment; always, when there is none.
    public let closes: Timestamp?
    /// What happens to a genuine ticket that is not on this box's list.
    public let unlisted: UnlistedPolicy

    /// - Parameters:
    ///   - id: Of the event; a new event gets a random one.
    ///   - slug: 1 to 32 lower-case ASCII letters, digits and `-`, unique in a ledger.
    ///   - name: For people, not empty.
    ///   - opens: Start of admission.
    ///   - closes: End of admission, after `opens`.
    ///   - unlisted: Policy for genuine tickets that are not listed.
    public init(
        id: EventID = .random(),
        slug: String,
        name: String,
        opens: Timestamp? = nil,
        closes: Timestamp? = nil,
        unlisted: UnlistedPolicy = .refuse
    ) {
        self.id = id
        self.slug = slug
        self.name = name
        self.opens = opens
        self.closes = closes
        self.unlisted = unlisted
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
