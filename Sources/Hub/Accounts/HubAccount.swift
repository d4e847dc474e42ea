// An account of the organiser's pages.

public import Accounts
public import TicketSigning

/// Who may use the organiser's pages, and for what.
public struct HubAccount: Hashable, Sendable {
    /// The name, recorded with what the account does.
    public let name: AccountName
    /// What the account may do.
    public let role: AccountRole
    /// The events that it may see; `nil` for all.
    public let events: Set<EventID>?
    /// The last log-in, in milliseconds since 1970-01-01 00:00:00 UTC; `nil` for none.
    public let lastLogIn: Int64?

    /// - Parameters:
    ///   - name: The name.
    ///   - role: What the account may do.
    ///   - events: The events that it may see; `nil` for all.
    public init(name: AccountName, role: AccountRole, events: Set<EventID>? = nil) {
        self.init(name: name, role: role, events: events, lastLogIn: nil)
    }

    private init(name: AccountName, role: AccountRole, events: Set<EventID>?, lastLogIn: Int64?) {
        (self.name, self.role, self.events, self.lastLogIn) = (name, role, events, lastLogIn)
    }
}

extension HubAccount {
    /// The columns of a row that ``init(_:)`` reads.
    static let columns = "account.name, account.role, account.events, account.seen_ms"

    init(_ row: SQLRow) throws {
        guard let role = AccountRole(rawValue: try row.text(1)) else { throw HubError.damaged(column: 1) }
        let events = try row.text(2).split(separator: " ").map { text in
            guard let event = EventID(String(text)) else { throw HubError.damaged(column: 2) }
            return event
        }
        let seen = try row.integer(3)
        self.init(
            name: try AccountName(row.text(0)), role: role, events: events.isEmpty ? nil : Set(events),
            lastLogIn: seen == 0 ? nil : seen)
    }

    /// The events in the form that the database stores: empty for all.
    var eventsText: String { (events ?? []).map(\.description).sorted().joined(separator: " ") }
}
