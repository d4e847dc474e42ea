// The hub on this machine, for the office.

package import Accounts
package import Alerts
package import Attendance
package import DoorInstallation
package import HubClient
package import Ledger
package import TicketSigning

/// Why the hub on this machine did not do what the office asked.
package enum OfficeHubError: Error, Hashable, Sendable {
    /// The hub has an account with this name.
    case accountExists(String)
    /// The hub has no such account any more.
    case accountGone
    /// What is asked does not go with what the hub has.
    case refused(String)
    /// The hub's database cannot be used.
    case unavailable(String)
}

/// Somebody who may open the hub's own page.
package struct HubPerson: Hashable, Sendable {
    package let name: AccountName
    package let role: AccountRole
    /// The events that the account sees; `nil` for all.
    package let events: Set<EventID>?
    /// The last log-in, in milliseconds since 1970-01-01 00:00:00 UTC; `nil` for none.
    package let lastLogIn: Int64?

    package init(name: AccountName, role: AccountRole, events: Set<EventID>?, lastLogIn: Int64? = nil) {
        (self.name, self.role, self.events, self.lastLogIn) = (name, role, events, lastLogIn)
    }
}

/// The accounts of the hub's own page. They open nothing of the office's.
///
/// Every function throws ``OfficeHubError``; those that take a password, `AccountError` if it cannot be hashed.
package struct HubPeople: Sendable {
    /// Returns all accounts, by name.
    let all: @Sendable () async throws -> [HubPerson]
    /// Adds an account with its password.
    let add: @Sendable (HubPerson, Password) async throws -> Void
    /// Replaces a password; the account's sessions end.
    let set: @Sendable (Password, AccountName) async throws -> Void
    /// Removes an account; its sessions end.
    let remove: @Sendable (AccountName) async throws -> Void

    package init(
        all: @escaping @Sendable () async throws -> [HubPerson],
        add: @escaping @Sendable (HubPerson, Password) async throws -> Void,
        set: @escaping @Sendable (Password, AccountName) async throws -> Void,
        remove: @escaping @Sendable (AccountName) async throws -> Void
    ) {
        (self.all, self.add, self.set, self.remove) = (all, add, set, remove)
    }
}

/// What the office asks of a hub whose database is on this machine. Without a hub, nothing is done. What a hub does not
/// do is thrown as ``OfficeHubError``, except by ``watch``, which throws the hub's own errors for the log.
package struct OfficeHub: Sendable {
    /// Returns where boxes find it; `nil` without a hub.
    let address: @Sendable () -> String?
    /// Returns the certificate that boxes need to trust it; `nil` if a public authority vouches for it.
    let authority: @Sendable () throws -> AuthorityCertificate?
    /// Removes the guests' data of an event.
    let purge: @Sendable (EventID) async throws -> Void
    /// Creates a code with which one box may join, from this machine's ledger and keys, the box's name, what it may do,
    /// and for how many minutes.
    let invite: @Sendable (CommandContext, String, MemberRights, Int) async throws -> HubInvitation
    /// Turns a box away; returns a sentence on what that changed, or `nil` without a hub.
    let turnAway: @Sendable (KnownBox) async throws -> String?
    /// Serves a box again.
    let reinstate: @Sendable (KnownBox) async throws -> Void
    /// Lets alerts follow what is wrong with the hub's boxes, from the events that are not over, from when boxes could
    /// be heard, and from the ledger; returns the boxes, none without a hub.
    let watch: @Sendable (AlertBook, [Event], Int64, Ledger) async throws -> [LiveState.BoxState]
    /// Returns the accounts of its own page; `nil` without a hub.
    let people: @Sendable () -> HubPeople?

    package init(
        address: @escaping @Sendable () -> String?,
        authority: @escaping @Sendable () throws -> AuthorityCertificate?,
        purge: @escaping @Sendable (EventID) async throws -> Void,
        invite: @escaping @Sendable (CommandContext, String, MemberRights, Int) async throws -> HubInvitation,
        turnAway: @escaping @Sendable (KnownBox) async throws -> String?,
        reinstate: @escaping @Sendable (KnownBox) async throws -> Void,
        watch: @escaping @Sendable (AlertBook, [Event], Int64, Ledger) async throws -> [LiveState.BoxState],
        people: @escaping @Sendable () -> HubPeople?
    ) {
        (self.address, self.authority, self.purge, self.invite) = (address, authority, purge, invite)
        (self.turnAway, self.reinstate, self.watch, self.people) = (turnAway, reinstate, watch, people)
    }

    /// A machine without a hub.
    package static let none = OfficeHub(
        address: { nil }, authority: { nil }, purge: { _ in },
        invite: { _, _, _, _ in
            throw OfficeRefusal("There is no hub on this machine; use a stick.", because: .unavailable)
        }, turnAway: { _ in nil }, reinstate: { _ in }, watch: { _, _, _, _ in [] }, people: { nil })
}
