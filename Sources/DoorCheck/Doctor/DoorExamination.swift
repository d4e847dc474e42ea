// The doctor looks at what is on behind the door.

import Ledger

/// Whether the event and the gate are known, the list is there and of today, and the event is not over.
struct DoorExamination: Examination {
    /// Shops sell until the doors open.
    private static let oldList = Duration.seconds(24 * 3600)

    let station: Station
    let event: Event
    let now: Timestamp

    func findings() async -> [Finding] {
        do {
            let gate = try await station.gate(named: nil, of: event)
            return [.ok("event", "\(event.slug), gate \(gate)"), times, try await list()].compactMap(\.self)
        } catch {
            return [.failure("event", error)]
        }
    }

    /// What the opening times say of this moment; nothing on an ordinary day before the doors open.
    private var times: Finding? {
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

    private func list() async throws -> Finding {
        let tickets = try await station.ledger.counts(of: event.id).tickets
        guard tickets > 0 else {
            return .failure(
                "list", "no ticket of \(event.slug) is on this box's list",
                do: station.isBoxOfHub
                    ? "`doorcheck hub sync` brings it"
                    : "bring it: `doorcheck ticket import`, or copy the organiser's ledger to \(station.ledger.path)"
            )
        }
        guard let newest = try await station.ledger.newestListing(of: event.id) else {
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
