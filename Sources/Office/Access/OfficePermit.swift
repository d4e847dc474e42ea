// What a session of the office may do.

import Accounts
import HTTPSupport
import Hummingbird
import Ledger
import TicketSigning

/// The permit of every role: figures, and nothing of a guest.
struct ViewerPermit: SessionPermit {
    let session: OfficeSession

    init(of session: OfficeSession) { self.session = session }
}

/// The permit of desks and organisers: finding, selling, blocking, and admitting.
struct DeskPermit: SessionPermit {
    let session: OfficeSession

    init(of session: OfficeSession) throws(OfficeRefusal) {
        guard session.role != .viewer else {
            throw OfficeRefusal(
                "Your account may only see figures; ask the organiser for an account with the role desk.",
                because: .notPermitted)
        }
        self.session = session
    }

    /// Whether the role permits an action. A desk takes money, blocks tickets and lifts blocks, as a box with that
    /// role does; what ends a code for good is for organisers.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - status: The ticket's status before.
    /// - Returns: Whether it may be done.
    func permits(_ action: TicketAction, on status: TicketStatus) -> Bool {
        guard session.role != .organiser else { return true }
        return switch action {
        case .pay, .block: true
        case .restore: status != .revoked
        case .reissue, .revoke: false
        }
    }
}

extension AccountRole {
    /// Whether the role permits the undo of an entry or exit. A desk undoes what this machine's box has recorded, as
    /// staff at that box do; an organiser undoes what any box has.
    ///
    /// - Parameters:
    ///   - movement: The entry or exit.
    ///   - box: This machine's box.
    /// - Returns: Whether it may be undone.
    func permitsUndo(of movement: Movement, at box: BoxID) -> Bool {
        switch self {
        case .organiser: true
        case .desk: movement.entry.box == box
        case .viewer: false
        }
    }
}

/// The permit of organisers: everything.
struct OrganiserPermit: SessionPermit {
    let session: OfficeSession

    init(of session: OfficeSession) throws(OfficeRefusal) {
        guard session.role == .organiser else {
            throw OfficeRefusal(
                "This is for organisers; ask one of them to do it, or for an account with the role organiser.",
                because: .notPermitted)
        }
        self.session = session
    }
}

/// The context of routes for sessions; it cannot be created without a session whose role has the permit.
typealias PermitContext<Permit: SessionPermit> = PermitRequestContext<OfficeContext, Permit>
where Permit.Session == OfficeSession

/// Where the routes for sessions are added: a route says which role it needs by the group that it is in.
struct OfficeRoutes {
    /// For every role: figures, and nothing of a guest.
    let viewer: RouterGroup<PermitContext<ViewerPermit>>
    /// For desks and organisers.
    let desk: RouterGroup<PermitContext<DeskPermit>>
    let organiser: RouterGroup<PermitContext<OrganiserPermit>>

    /// - Parameter group: Where all of them are, with the session of each request.
    init(_ group: RouterGroup<OfficeContext>) {
        viewer = group.group(context: PermitContext<ViewerPermit>.self)
        desk = group.group(context: PermitContext<DeskPermit>.self)
        organiser = group.group(context: PermitContext<OrganiserPermit>.self)
    }
}
