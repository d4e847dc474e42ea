// Changing the rules of an event on the organiser's page.

import HTTPTypes
import HubProtocol
import Ledger
import Logging
import TicketSigning

extension OrganiserDashboard {
    /// Returns an event's rules, and who changed them here.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - permit: The permit of who asks.
    /// - Returns: The rules; `nil` if there is no such event.
    /// - Throws: ``ProblemResponse`` for another event; `LedgerError`, ``HubError``.
    func rules(of id: EventID, for permit: RulesPermit) async throws -> Wire.OrganiserEvent? {
        try permit.check(id)
        guard let event = try await ledger.events().first(where: { $0.id == id }) else { return nil }
        let rules = OrganiserRules(event, try await ledger.zones(of: id))
        return Wire.OrganiserEvent(
            version: rules.version, rules: rules, closed: event.closed?.milliseconds,
            changes: try await service.store.changes(of: id))
    }

    /// Changes an event's rules, and uploads them to the hub, so that gates have them with their next sync.
    ///
    /// - Parameters:
    ///   - rules: All of its rules.
    ///   - id: The event.
    ///   - version: The version of the rules as the organiser saw them.
    ///   - permit: The permit of who changes them, whose name is noted.
    /// - Returns: The rules as they are now; `nil` if there is no such event.
    /// - Throws: ``ProblemResponse`` for another event, for rules that no event can have, or if the rules have changed
    ///   since the organiser saw them, in which case nothing is done; `LedgerError`, ``HubError``.
    func set(
        _ rules: OrganiserRules, of id: EventID, seen version: String, for permit: RulesPermit
    ) async throws -> Wire.OrganiserEvent? {
        try permit.check(id)
        try await requireMembership()
        let outcome: (event: Event, value: OrganiserRules?)?
        do {
            outcome = try await ledger.update(id) { event, zones in
                let known = OrganiserRules(event, zones)
                guard known.version == version else { return nil }
                try rules.apply(to: &event, &zones)
                return known
            }
        } catch let fault as RulesFault {
            throw ProblemResponse(.unprocessableContent, fault.sentence)
        }
        guard let outcome else { return nil }
        guard let known = outcome.value else {
            throw ProblemResponse(
                .conflict, "Somebody has changed the event meanwhile; the page shows it as it is now.",
                type: .changedMeanwhile)
        }
        let changes = rules.differences(from: known)
        if !changes.isEmpty { await note(changes.joined(separator: "; "), of: outcome.event, for: permit) }
        return try await self.rules(of: id, for: permit)
    }

    /// Closes an event, so that none of its tickets enters, or opens it again.
    ///
    /// - Parameters:
    ///   - id: The event.
    ///   - isClosed: Whether it is closed from now on.
    ///   - permit: The permit of who does it, whose name is noted.
    /// - Returns: The event as it is now; `nil` if there is no such event.
    /// - Throws: As ``set(_:of:seen:for:)``.
    func close(_ id: EventID, _ isClosed: Bool, for permit: RulesPermit) async throws -> Wire.OrganiserEvent? {
        try permit.check(id)
        try await requireMembership()
        if let event = try await ledger.close(id, at: isClosed ? moment : nil) {
            await note(isClosed ? "closed" : "opened again", of: event, for: permit)
        }
        return try await rules(of: id, for: permit)
    }

    /// Notes who changed what, and hands it on to the gates.
    private func note(_ what: String, of event: Event, for permit: RulesPermit) async {
        let change = EventChangeEntry(at: service.now(), by: permit.session.name, what: what)
        logger.notice(
            "event changed", metadata: ["event": "\(event.slug)", "by": "\(change.by)", "what": "\(what)"])
        do { try await service.store.note(change, of: event.id) } catch {
            // It is done, and the line above says by whom.
            logger.error("change of an event not noted", metadata: ["error": "\(error)"])
        }
        await refresh()
    }
}
