// An event for programs.

import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

/// An event with its rules and counts.
struct EventLine: OutputRecord {
    static let columns = [
        "event", "id", "name", "terms_opens", "terms_closes", "terms_admits", "terms_reentry", "terms_note", "unlisted",
        "old_keys", "exits", "day_starts", "undo_minutes", "closed", "design_venue", "design_address", "design_starts",
        "design_logo", "tickets", "expected",
        "admitted", "overridden", "refused", "asked", "shown_again",
    ]

    let schema = 1
    let event: String
    let id: String
    let name: String
    let terms: Terms
    let unlisted: String
    let oldKeys: String
    let exits: String
    let dayStarts: String?
    let undoMinutes: Double
    let closed: Moment?
    let design: Design
    let gates: [GateLine]
    let zones: [ZoneLine]
    let tiers: [TierLine]
    let tickets: Int
    let expected: Int
    let admitted: Int
    let overridden: Int
    let refused: Int
    let asked: Int
    let shownAgain: Int

    /// The terms of tickets, as far as they are set at this level.
    struct Terms: Encodable {
        let opens: Moment?
        let closes: Moment?
        let admits: Int?
        let reentry: String?
        let gates: [String]?
        let note: String?

        init(_ policy: EntryPolicy) {
            opens = policy.opens.map(Moment.init)
            closes = policy.closes.map(Moment.init)
            admits = policy.admits
            reentry = policy.reentry?.rawValue
            gates = policy.gates?.map(\.text)
            note = policy.notes.first
        }
    }

    /// What tickets show, set on this machine.
    struct Design: Encodable {
        let venue: String?
        let address: String?
        let starts: Moment?
        let logo: Bool
    }

    /// A gate.
    struct GateLine: Encodable {
        let gate: String
        let direction: String
        let zone: String
        let tiers: [String]?
    }

    /// A zone.
    struct ZoneLine: Encodable {
        let zone: String
        let inside: Int
        let capacity: Int?
        let whenFull: String
        let restricted: Bool
    }

    /// A tier, with its own terms.
    struct TierLine: Encodable {
        let tier: String
        let terms: Terms
        let colour: String?
    }

    /// - Throws: `LedgerError`.
    init(_ event: Event, in ledger: Ledger) async throws {
        let counts = try await ledger.counts(of: event.id)
        let looks = try await ledger.design(of: event.id)
        self.event = event.slug
        id = event.id.description
        name = event.name
        terms = Terms(event.policy)
        unlisted = event.unlisted.rawValue
        oldKeys = event.oldKeys.rawValue
        exits = event.exits.rawValue
        dayStarts = event.dayStarts?.description
        undoMinutes = event.undoTime / .seconds(60)
        closed = event.closed.map(Moment.init)
        design = Design(
            venue: looks.venue, address: looks.address, starts: looks.starts.map(Moment.init),
            logo: try await ledger.logo(of: event.id) != nil)
        gates = try await ledger.gateSettings(of: event.id).map {
            GateLine(
                gate: $0.name.text, direction: $0.direction.rawValue, zone: $0.zone.text, tiers: $0.tiers)
        }
        zones = try await ledger.zones(of: event.id).map {
            ZoneLine(
                zone: $0.name.text, inside: counts.inside[$0.name] ?? 0, capacity: $0.capacity,
                whenFull: $0.whenFull.rawValue, restricted: $0.isRestricted
            )
        }
        tiers = try await ledger.tiers(of: event.id).map {
            TierLine(tier: $0.name, terms: Terms($0.policy), colour: looks.colours[$0.name]?.description)
        }
        tickets = counts.tickets
        expected = counts.expected
        admitted = counts.admitted
        overridden = counts.overridden
        (refused, asked, shownAgain) = (counts.refused, counts.asked, counts.shownAgain)
    }

    /// The event for people, with one line per fact.
    var text: String {
        let doors = gates.map { gate in
            let tiers = gate.tiers.map { ", tiers \($0.map(\.printable).joined(separator: ", "))" } ?? ""
            return "gate         \(gate.gate): \(gate.direction), zone \(gate.zone)\(tiers)\n"
        }
        let rooms = zones.map { zone in
            let limit = zone.capacity.map { " of \($0), then \(zone.whenFull)" } ?? ""
            let rule = zone.restricted ? ", restricted" : ""
            return "zone         \(zone.zone): \(zone.inside) inside\(limit)\(rule)\n"
        }
        let kinds = tiers.map { tier in
            let colour = tier.colour.map { ", colour \($0)" } ?? ""
            return "tier         \(tier.tier.printable): \(tier.terms.text ?? "as the event")\(colour)\n"
        }
        return """
            event        \(event)
            title        \(name.printable)
            id           \(id)
            terms        \(terms.text ?? "-")
            \(closed.map { "closed       \($0.text), by the organiser\n" } ?? "")not listed   \(unlisted)
            old keys     \(oldKeys)
            exits        \(exits)
            undo         \(undoMinutes.formatted) min
            \(dayStarts.map { "day starts   \($0)\n" } ?? "")\(design.text)\
            \(doors.joined())\(rooms.joined())\(kinds.joined())\
            tickets      \(tickets), for \(expected) \(expected == 1 ? "person" : "people")
            admitted     \(admitted)\(overridden > 0 ? ", \(overridden) of them by staff against the rules" : "")
            refused      \(refused)
            to staff     \(asked)
            shown again  \(shownAgain)

            """
    }
}

extension EventLine.Design {
    /// One line per text, with a line end; empty if nothing is set.
    fileprivate var text: String {
        let lines = [
            venue.map { "venue        \($0.printable)\n" }, address.map { "address      \($0.printable)\n" },
            starts.map { "starts       \($0.text)\n" }, logo ? "logo         yes\n" : nil,
        ]
        return lines.compactMap(\.self).joined()
    }
}

extension EventLine.Terms {
    /// The terms in a few words; `nil` if none are set.
    fileprivate var text: String? {
        let parts = [
            admits.map { "admits \($0)" }, reentry.map { "re-entry \($0)" }, opens.map { "opens \($0.text)" },
            closes.map { "closes \($0.text)" }, gates.map { "gates \($0.joined(separator: ", "))" },
            note.map { "note \($0.printable)" },
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

extension Double {
    /// The number without a fraction if it is whole.
    fileprivate var formatted: String {
        self == rounded() ? String(Int(self)) : String(self)
    }
}
