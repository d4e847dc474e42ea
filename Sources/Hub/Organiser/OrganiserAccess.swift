// What the server needs of the organiser's dashboard.

import HTTPSupport
import ServiceLifecycle
import Sync
import TicketSigning

/// The organiser's dashboard and its sessions. What the dashboard shows and does needs a permit of a session.
struct OrganiserAccess: Sendable {
    /// Shows figures and tickets, and acts on them.
    let desk: OrganiserDashboard
    /// The sessions.
    let sessions: OrganiserSessions

    init(_ desk: OrganiserDashboard, key: BoxKey) {
        self.desk = desk
        let service = desk.service
        sessions = OrganiserSessions(store: service.store, now: service.now, key: key)
    }

    /// The service that runs as long as the hub does.
    var service: any Service { desk }
    /// What is reported of its events, as of a moment ago.
    var metricFamilies: [MetricFamily] { get async { await desk.metricFamilies } }
    /// The ledger's own box; `nil` until the first sync.
    var box: BoxID? { get async { await desk.box } }
    /// Counts the people in zones.
    var zones: any ZoneRegister { desk.zones }
    /// Decides which boxes are members.
    var members: any MemberRegister { desk }
}
