// What a session may do.

import Accounts
import HTTPSupport
import HTTPTypes
import Ledger
import TicketSigning

extension SessionPermit where Session == OrganiserSession {
    /// Checks that the session may see and change what belongs to an event.
    ///
    /// - Throws: ``ProblemResponse`` with the status 403.
    func check(_ event: EventID) throws(ProblemResponse) {
        guard session.scope.includes(event) else {
            throw ProblemResponse(.forbidden, "Your account is not for this event; ask the organiser for access to it.")
        }
    }
}

/// The permit of every role: an event's figures.
struct FiguresPermit: SessionPermit {
    let session: OrganiserSession

    init(of session: OrganiserSession) { self.session = session }
}

/// The permit of desks and organisers: guests' names, actions on tickets, and messages.
struct TicketPermit: SessionPermit {
    let session: OrganiserSession

    init(of session: OrganiserSession) throws(ProblemResponse) {
        guard session.role != .viewer else {
            throw ProblemResponse(
                .forbidden, "Your account may only see figures; ask the organiser for an account with the role desk.")
        }
        self.session = session
    }

    /// Checks that the role permits an action. A desk blocks tickets and lifts blocks, as a box with that role does;
    /// revocations are for organisers.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - status: The ticket's status before.
    /// - Throws: ``ProblemResponse`` with the status 403.
    func check(_ action: OrganiserAction, on status: TicketStatus) throws(ProblemResponse) {
        let isPermitted =
            switch action {
            case .block: true
            case .restore: status != .revoked
            case .revoke: false
            }
        guard isPermitted || session.role == .organiser else {
            throw ProblemResponse(
                .forbidden, "Your account may block tickets and lift blocks; revocations are for organisers.")
        }
    }
}

/// The permit of organisers: the rules of events.
struct RulesPermit: SessionPermit {
    let session: OrganiserSession

    init(of session: OrganiserSession) throws(ProblemResponse) {
        guard session.role == .organiser else {
            throw ProblemResponse(
                .forbidden, "Your account may not change events; ask for an account with the role organiser.")
        }
        self.session = session
    }
}

/// The context of routes for sessions. ``OrganiserDashboard`` shows and does nothing without the permit.
typealias PermitContext<Permit: SessionPermit> = PermitRequestContext<HubContext, Permit>
where Permit.Session == OrganiserSession
