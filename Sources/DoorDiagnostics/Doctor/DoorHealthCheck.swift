// The health check of the event and gate.

import DoorInstallation
import DoorTexts
import Ledger
import TicketSigning

/// Checks whether the event and the gate are known, the list exists and is recent, and the event is not over.
struct DoorHealthCheck: HealthCheck {
    /// A list older than this is reported, because shops sell until the doors open.
    private static let oldList = Duration.seconds(24 * 3600)

    let context: CommandContext
    let event: Event
    let now: Timestamp

    func findings() async -> [HealthCheckResult] {
        do {
            let gate = try await context.gate(named: nil, of: event)
            let unpresentable = try await unpresentable()
            return [.ok("event", "\(event.slug), gate \(gate)"), times, try await list()].compactMap(\.self)
                + unpresentable + (try await openZones())
        } catch {
            return [.failure("event", error)]
        }
    }

    /// The result for the opening times; `nil` on an ordinary day before the doors open.
    private var times: HealthCheckResult? {
        if let closed = event.closed {
            return .failure(
                "event", "the organiser closed \(event.slug) at \(closed.localTime(seenFrom: now))",
                do: "set `event` in the configuration to tonight's event, or run `doorcheck event reopen \(event.slug)`"
            ).inOffice(.event)
        }
        guard let closes = event.policy.closes, closes <= now else { return nil }
        return .failure(
            "event", "\(event.slug) closed at \(closes.localTime(seenFrom: now)), so every ticket is too late",
            do: "set `event` in the configuration to tonight's event, or run `doorcheck event edit \(event.slug) "
                + "--closes …`"
        ).inOffice(.event)
    }

    /// Returns results for valid tickets that cannot be presented at any gate.
    private func unpresentable() async throws -> [HealthCheckResult] {
        let counts = try await context.ledger.unpresentableTickets(of: event.id, on: now)
        return PresentationFault.allCases.compactMap { fault in
            counts[fault].map { finding(fault, of: "ticket".counted($0), isOne: $0 == 1) }
        }
    }

    private func finding(_ fault: PresentationFault, of tickets: String, isOne: Bool) -> HealthCheckResult {
        let (have, are) = isOne ? ("has", "is") : ("have", "are")
        let (found, advice, remedy): (String, String, HealthCheckResult.Remedy?) =
            switch fault {
            case .noKey:
                (
                    "\(tickets) \(have) no barcode, and the key of the code is not in the ledger",
                    "get the event's keys with `doorcheck sync import` or `hub sync`, or reissue these tickets", nil
                )
            case .retiredKey:
                (
                    "\(tickets) \(have) no barcode, and a retired key signed the code, so no one can enter",
                    "give them new codes with `doorcheck ticket reissue --key KEY`; `doorcheck key list` shows the key",
                    nil
                )
            case .noCode:
                (
                    "\(tickets) \(have) no barcode, and no code was written, so the guest has nothing to show",
                    "write the codes with `doorcheck ticket issue` and the same list, `ticket codes` or `ticket print`",
                    .print
                )
            case .noGate:
                (
                    "\(tickets) \(are) of a tier that no gate of \(event.slug) admits",
                    "set its gates with `doorcheck event edit --tier NAME --gates …`, or make one of them an entry",
                    .event
                )
            case .noTime:
                (
                    "\(tickets) \(are) never valid: admission ends before it begins",
                    "change the times of the list, the tier or the event; `doorcheck ticket explain` shows which apply",
                    .event
                )
            case .over:
                (
                    "\(tickets) \(are) no longer valid, and no one has entered yet",
                    "check the times in the list and those of the tier: `doorcheck event show`", .event
                )
            }
        return .failure("tickets", "\(found)", do: advice).inOffice(remedy)
    }

    /// Returns warnings for zones that tiers enter although nobody has said so.
    private func openZones() async throws -> [HealthCheckResult] {
        try await context.ledger.zonesOpenByDefault(of: event.id).sorted { $0.key < $1.key }.map { zone, tiers in
            let names = tiers.joined(separator: ", ")
            return .warning(
                "zone",
                "\(zone) admits tickets of \(names), because neither these tiers nor its gates list each other",
                do: "if that is not meant, run `doorcheck event edit --zone \(zone) --restricted`, and name the tiers "
                    + "that may enter with `doorcheck event edit --gate GATE --tiers …`"
            ).inOffice(.event)
        }
    }

    private func list() async throws -> HealthCheckResult {
        let tickets = try await context.ledger.counts(of: event.id).tickets
        guard tickets > 0 else {
            let granted = try await context.ledger.grants(of: event.id).filter { !$0.isRetired }
            guard granted.isEmpty else {
                let count = granted.reduce(0) { $0 + $1.grant.count }
                return .ok("list", "no tickets on the list; partners may sell \(count)")
            }
            return .failure(
                "list", "this box has no tickets of \(event.slug)",
                do: context.isBoxOfHub
                    ? "run `doorcheck hub sync`"
                    : "run `doorcheck ticket import`, or copy the organiser's ledger to \(context.ledger.path)"
            ).inOffice(context.isBoxOfHub ? nil : .list)
        }
        guard let newest = try await context.ledger.latestListUpdate(of: event.id) else {
            return .ok("list", "tickets: \(tickets)")
        }
        let found = "tickets: \(tickets), as of \(newest.localTime(seenFrom: now))"
        guard now.duration(since: newest) > Self.oldList else { return .ok("list", found) }
        return .warning(
            "list", found,
            do: "import what was sold or revoked since: `doorcheck ticket import`, `hub sync` or `sync import`"
        ).inOffice(.list)
    }
}
