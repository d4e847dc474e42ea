// Alerts on the organiser's page.

package import Alerts
import Attendance
import Ledger
import TicketSigning

extension OrganiserDashboard {
    /// Shows alerts from now on.
    ///
    /// - Parameter book: All alerts.
    package func show(_ book: AlertBook) { alerts = book }

    /// Returns the alerts that have not ended, the latest first, each with the events that it is about.
    ///
    /// - Parameter boxes: All boxes.
    /// - Returns: The alerts, and whom they may be shown to.
    func openAlerts(among boxes: [EnrolledBox]) async -> [(state: LiveState.AlertState, scope: EventScope)] {
        let scopes = Dictionary(
            boxes.map { ($0.id.description, EventScope(events: $0.events)) }, uniquingKeysWith: { first, _ in first })
        let open = await alerts?.open ?? []
        return open.sorted { ($1.started, $0.thing) < ($0.started, $1.thing) }.map { alert in
            let scope: EventScope
            switch alert.kind {
            // A box that is not there any more may have been for any event, so only those who see all hear of it.
            case .boxSilent, .boxClockOff, .boxBranched, .boxRevoked, .listOutdated:
                scope = scopes[alert.thing] ?? EventScope(events: [])
            case .doubleAdmissions, .capacityNearlyReached, .unusualRefusals:
                scope = EventScope(events: EventID(String(alert.thing.prefix(36))).map { [$0] } ?? [])
            case .databaseDown, .test: scope = .all
            }
            let state = LiveState.AlertState(
                kind: alert.kind.rawValue, text: alert.beginning, started: alert.started)
            return (state, scope)
        }
    }
}
