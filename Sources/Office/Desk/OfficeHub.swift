// The hub on this machine, for the office.

package import Alerts
package import Attendance
package import DoorInstallation
package import HubClient
package import Ledger
package import TicketSigning

/// What the office asks of a hub whose database is on this machine. Without a hub, nothing is done.
package struct OfficeHub: Sendable {
    /// Returns where boxes find it; `nil` without a hub.
    let address: @Sendable () -> String?
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

    package init(
        address: @escaping @Sendable () -> String?,
        purge: @escaping @Sendable (EventID) async throws -> Void,
        invite: @escaping @Sendable (CommandContext, String, MemberRights, Int) async throws -> HubInvitation,
        turnAway: @escaping @Sendable (KnownBox) async throws -> String?,
        reinstate: @escaping @Sendable (KnownBox) async throws -> Void,
        watch: @escaping @Sendable (AlertBook, [Event], Int64, Ledger) async throws -> [LiveState.BoxState]
    ) {
        (self.address, self.purge, self.invite) = (address, purge, invite)
        (self.turnAway, self.reinstate, self.watch) = (turnAway, reinstate, watch)
    }

    /// A machine without a hub.
    package static let none = OfficeHub(
        address: { nil }, purge: { _ in },
        invite: { _, _, _, _ in
            throw OfficeRefusal("There is no hub on this machine; use a stick.", because: .unavailable)
        }, turnAway: { _ in nil }, reinstate: { _ in }, watch: { _, _, _, _ in [] })
}
