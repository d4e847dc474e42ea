// The health check of the event and gate.

import DoorInstallation
import DoorTexts
import Ledger

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
                + unpresentable
        } catch {
            return [.failure("event", error)]
        }
    }

    /// The result for the opening times; `nil` on an ordinary day before the doors open.
    private var times: HealthCheckResult? {
        if let closed = event.closed {
            return .failure(
                "event", "\(event.slug) was closed by the organiser at \(closed.localTime(seenFrom: now))",
                do: "name tonight's event in the configuration's `event`, or `doorcheck event reopen \(event.slug)`"
            )
        }
        guard let closes = event.policy.closes, closes <= now else { return nil }
        return .failure(
            "event", "\(event.slug) closed at \(closes.localTime(seenFrom: now)), so every ticket is too late",
            do:
                "name tonight's event in the configuration's `event`, or `doorcheck event edit \(event.slug) --closes …`"
        )
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
        let (found, advice) =
            switch fault {
            case .noKey:
                (
                    "\(tickets) \(have) no barcode, and the ledger has no key that signed a code for them",
                    "bring the event's keys with `doorcheck sync import` or `hub sync`, or reissue these tickets"
                )
            case .retiredKey:
                (
                    "\(tickets) \(have) no barcode, and a code that a retired key signed, so nobody can enter with them",
                    "`doorcheck ticket reissue --key KEY` gives them new codes; `doorcheck key list` shows the key"
                )
            case .noCode:
                (
                    "\(tickets) \(have) no barcode, and no code was written for them, so their guests have nothing to show",
                    "write the codes with `doorcheck ticket issue` and the same list, `ticket codes` or `ticket print`"
                )
            case .noGate:
                (
                    "\(tickets) \(are) of a kind that enters by no gate of \(event.slug)",
                    "name its gates with `doorcheck event edit --tier NAME --gates …`, or make one of them an entry"
                )
            case .noTime:
                (
                    "\(tickets) \(are) never in time: admission ends before it begins",
                    "give the ticket's list, its tier or the event other times; `doorcheck ticket explain` shows which apply"
                )
            case .over:
                (
                    "\(tickets) \(are) no longer valid, and nobody has entered yet",
                    "look at the times in the list, and at those of the tier: `doorcheck event show`"
                )
            }
        return .failure("tickets", "\(found)", do: advice)
    }

    private func list() async throws -> HealthCheckResult {
        let tickets = try await context.ledger.counts(of: event.id).tickets
        guard tickets > 0 else {
            return .failure(
                "list", "no ticket of \(event.slug) is on this box's list",
                do: context.isBoxOfHub
                    ? "`doorcheck hub sync` brings it"
                    : "bring it: `doorcheck ticket import`, or copy the organiser's ledger to \(context.ledger.path)"
            )
        }
        guard let newest = try await context.ledger.newestListing(of: event.id) else {
            return .ok("list", "tickets: \(tickets)")
        }
        let found = "tickets: \(tickets), as of \(newest.localTime(seenFrom: now))"
        guard now.duration(since: newest) > Self.oldList else { return .ok("list", found) }
        return .warning(
            "list", found,
            do: "bring what was sold or withdrawn since: `doorcheck ticket import`, `hub sync` or `sync import`"
        )
    }
}
