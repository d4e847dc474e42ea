// An event as the office's form has it.

import Admission
import Ledger
import TicketSigning

/// The rules of an event, its zones, gates and tiers, as the page shows and sends them.
///
/// Times are milliseconds since 1970-01-01 00:00:00 UTC. What is absent has no value, or the event's.
struct EventForm: Codable, Hashable, Sendable {
    var event: Rules
    var gates: [GateForm]
    var zones: [ZoneForm]?
    var tiers: [TierForm]?

    struct Rules: Codable, Hashable, Sendable {
        var name: String
        var opens: Int64?
        var closes: Int64?
        var admits: Int?
        var reentry: String?
        var note: String?
        var unlisted: String?
        var oldKeys: String?
        var exits: String?
        var venue: String?
        var address: String?
        var starts: Int64?
    }

    struct GateForm: Codable, Hashable, Sendable {
        var name: String
        var direction: String?
        var zone: String?
        var tiers: [String]?
    }

    struct ZoneForm: Codable, Hashable, Sendable {
        var name: String
        var capacity: Int?
        var whenFull: String?
    }

    struct TierForm: Codable, Hashable, Sendable {
        var name: String
        var admits: Int?
        var reentry: String?
        var opens: Int64?
        var closes: Int64?
        var note: String?
        var gates: [String]?
        /// `#rrggbb`; absent for the usual colour.
        var colour: String?
        /// How many tickets it has; only in answers.
        var tickets: Int?
    }

    init(_ settings: EventSettings) {
        event = Rules(settings.event, settings.design)
        gates = settings.gates.map { gate in
            GateForm(
                name: gate.name.text, direction: gate.direction.rawValue, zone: gate.zone.text, tiers: gate.tiers)
        }
        zones = settings.zones.map {
            ZoneForm(name: $0.name.text, capacity: $0.capacity, whenFull: $0.whenFull.rawValue)
        }
        tiers = settings.tiers.map { TierForm($0, settings.design.colours[$0.name]) }
    }
}

extension EventForm.Rules {
    fileprivate init(_ event: Event, _ design: TicketDesign) {
        (name, opens, closes) = (event.name, event.opens?.milliseconds, event.closes?.milliseconds)
        (admits, reentry, note) = (event.admits, event.reentry.rawValue, event.note)
        (unlisted, oldKeys, exits) = (event.unlisted.rawValue, event.oldKeys.rawValue, event.exits.rawValue)
        (venue, address, starts) = (design.venue, design.address, design.starts?.milliseconds)
    }
}

extension EventForm.TierForm {
    fileprivate init(_ tier: Tier, _ colour: TicketColour?) {
        let policy = tier.policy
        name = tier.name
        (admits, reentry, note) = (policy.admits, policy.reentry?.rawValue, tier.note)
        (opens, closes) = (policy.opens?.milliseconds, policy.closes?.milliseconds)
        gates = policy.gates?.map(\.text)
        self.colour = colour?.description
    }
}

// MARK: From the form to the ledger

extension EventForm {
    /// The longest name and note, in characters.
    static let longestText = 500

    /// Writes the form into an event's settings.
    ///
    /// - Parameter settings: The settings as they are; of a new event, only the event itself.
    /// - Returns: The settings afterwards.
    /// - Throws: ``OfficeRefusal`` that names the field.
    func applied(to settings: EventSettings) throws(OfficeRefusal) -> EventSettings {
        var result = settings
        try event.apply(to: &result.event)
        result.gates = try gates.map { gate throws(OfficeRefusal) in try gate.settings(settings.gates) }
        let zones = try (zones ?? []).map { zone throws(OfficeRefusal) in try zone.zone(settings.zones) }
        let named = Set(zones.map(\.name))
        result.zones = zones + settings.zones.filter { !named.contains($0.name) }
        result.tiers = try (tiers ?? []).map { tier throws(OfficeRefusal) in try tier.tier(settings.tiers) }
        result.design = try design(settings.design)
        try Self.requireAll(settings.gates.map(\.name.text), in: gates.map(\.name), "gate", field: "gates")
        try Self.requireAll(settings.tiers.map(\.name), in: result.tiers.map(\.name), "tier", field: "tiers")
        try checkNames(settings)
        return result
    }

    /// Returns how tickets look; colours of tiers that the form does not have stay.
    private func design(_ before: TicketDesign) throws(OfficeRefusal) -> TicketDesign {
        var design = before
        design.venue = try Self.printed(event.venue, field: "venue")
        design.address = try Self.printed(event.address, field: "address")
        design.starts = try Self.moment(event.starts, field: "starts")
        if let starts = event.starts, let opens = event.opens, starts < opens {
            throw OfficeRefusal("The event must start after its doors open.", field: "starts")
        }
        if let starts = event.starts, let closes = event.closes, starts >= closes {
            throw OfficeRefusal("The event must start before it closes.", field: "starts")
        }
        for tier in tiers ?? [] {
            let colour = tier.colour.map { TicketColour($0) }
            guard colour != .some(nil) else {
                throw OfficeRefusal("Choose a colour for tier “\(tier.name)”.", field: "tiers")
            }
            design.colours[tier.name] = colour ?? nil
        }
        return design
    }

    /// Returns a text for tickets; an empty one is none.
    private static func printed(_ text: String?, field: String) throws(OfficeRefusal) -> String? {
        guard let text, !text.isEmpty else { return nil }
        guard TicketDesign.isPrintable(text) else {
            throw OfficeRefusal(
                "Write this in one line of at most \(TicketDesign.longestText) characters.", field: field)
        }
        return text
    }

    /// Checks names: each gate that a tier names, and each tier that a gate names, is one of the form's, and what is
    /// new has another name than everything else.
    private func checkNames(_ settings: EventSettings) throws(OfficeRefusal) {
        guard !gates.isEmpty else { throw OfficeRefusal("An event needs at least one gate.", field: "gates") }
        let (gateNames, tierNames) = (gates.map(\.name), (tiers ?? []).map(\.name))
        try Self.requireNew(gateNames, besides: settings.gates.map(\.name.text), "gates", field: "gates")
        try Self.requireNew(tierNames, besides: settings.tiers.map(\.name), "tiers", field: "tiers")
        try Self.requireNew(
            (zones ?? []).map(\.name), besides: settings.zones.map(\.name.text), "zones", field: "zones")
        let (knownGates, knownTiers) = (Set(gateNames), Set(tierNames))
        for tier in tiers ?? [] {
            if let other = (tier.gates ?? []).first(where: { !knownGates.contains($0) }) {
                throw OfficeRefusal("There is no gate “\(other)” for tier “\(tier.name)”.", field: "tiers")
            }
        }
        for gate in gates {
            if let other = (gate.tiers ?? []).first(where: { !knownTiers.contains($0) }) {
                throw OfficeRefusal("There is no tier “\(other)” for gate “\(gate.name)”.", field: "gates")
            }
        }
    }

    /// Checks that no name that is added differs from another in case alone. Lists may have brought such names before;
    /// they are no reason to refuse a change of something else.
    private static func requireNew(
        _ names: [String], besides known: [String], _ what: String, field: String
    ) throws(OfficeRefusal) {
        let before = Set(known)
        var counts: [String: Int] = [:]
        for name in names { counts[name.lowercased(), default: 0] += 1 }
        guard
            let twice = names.first(where: { counts[$0.lowercased(), default: 0] > 1 && !before.contains($0) })
                ?? (Set(names).count < names.count ? names.first { name in names.count { $0 == name } > 1 } : nil)
        else { return }
        throw OfficeRefusal("Two \(what) are called “\(twice)”; give each a name of its own.", field: field)
    }

    private static func requireAll(
        _ known: [String], in names: [String], _ what: String, field: String
    ) throws(OfficeRefusal) {
        let left = Set(names)
        guard let gone = known.first(where: { !left.contains($0) }) else { return }
        throw OfficeRefusal(
            "The \(what) “\(gone)” cannot be removed or renamed: tickets and boxes may name it already.", field: field)
    }

    fileprivate static func line(_ text: String, field: String) throws(OfficeRefusal) -> String {
        guard text.unicodeScalars.count <= longestText, text.isPlainLine else {
            throw OfficeRefusal("Write this in one line of at most \(longestText) characters.", field: field)
        }
        return text
    }

    /// Returns a note; an empty one is none.
    fileprivate static func note(_ text: String?, field: String) throws(OfficeRefusal) -> String? {
        guard let text, !text.isEmpty else { return nil }
        return try line(text, field: field)
    }

    fileprivate static func moment(_ milliseconds: Int64?, field: String) throws(OfficeRefusal) -> Timestamp? {
        guard let milliseconds else { return nil }
        guard Timestamp.range.contains(milliseconds) else {
            throw OfficeRefusal("Choose a time between the years 1970 and 9999.", field: field)
        }
        return Timestamp(milliseconds: milliseconds)
    }

    fileprivate static func people(_ count: Int?, field: String) throws(OfficeRefusal) -> Int? {
        guard (1...1000).contains(count ?? 1) else {
            throw OfficeRefusal("A ticket admits 1 to 1000 people.", field: field)
        }
        return count
    }

    fileprivate static func value<Value: RawRepresentable<String>>(
        _ text: String?, or usual: Value, field: String
    ) throws(OfficeRefusal) -> Value {
        guard let text else { return usual }
        guard let value = Value(rawValue: text) else {
            throw OfficeRefusal("This choice is not known; load the page again.", field: field)
        }
        return value
    }
}

extension EventForm.Rules {
    fileprivate func apply(to event: inout Event) throws(OfficeRefusal) {
        event.name = try EventForm.line(name, field: "name")
        guard event.name.contains(where: { !$0.isWhitespace }) else {
            throw OfficeRefusal("An event needs a name.", field: "name")
        }
        event.opens = try EventForm.moment(opens, field: "opens")
        event.closes = try EventForm.moment(closes, field: "closes")
        if let opens, let closes, closes <= opens {
            throw OfficeRefusal("The event must close after it opens.", field: "closes")
        }
        event.admits = try EventForm.people(admits, field: "admits") ?? 1
        event.reentry = try EventForm.value(reentry, or: .none, field: "reentry")
        event.note = try EventForm.note(note, field: "note")
        event.unlisted = try EventForm.value(unlisted, or: event.unlisted, field: "unlisted")
        event.oldKeys = try EventForm.value(oldKeys, or: event.oldKeys, field: "oldKeys")
        event.exits = try EventForm.value(exits, or: event.exits, field: "exits")
    }
}

extension EventForm.GateForm {
    fileprivate func settings(_ known: [GateSettings]) throws(OfficeRefusal) -> GateSettings {
        guard let name = GateName(name) else {
            throw OfficeRefusal(
                "“\(name)” is no name for a gate: use 1 to 32 letters from a to z, digits and hyphens.",
                field: "gates")
        }
        let before = known.first { $0.name == name }
        var zone = before?.zone ?? .main
        if let text = self.zone {
            guard let other = ZoneName(text) else {
                throw OfficeRefusal(
                    "“\(text)” is no name for a zone: use 1 to 32 letters from a to z, digits and hyphens.",
                    field: "gates")
            }
            zone = other
        }
        return GateSettings(
            name: name,
            direction: try EventForm.value(direction, or: before?.direction ?? .entry, field: "gates"),
            zone: zone, tiers: tiers?.isEmpty == true ? nil : tiers)
    }
}

extension EventForm.ZoneForm {
    fileprivate func zone(_ known: [Zone]) throws(OfficeRefusal) -> Zone {
        guard let name = ZoneName(name) else {
            throw OfficeRefusal(
                "“\(name)” is no name for a zone: use 1 to 32 letters from a to z, digits and hyphens.",
                field: "zones")
        }
        guard (1...1_000_000_000).contains(capacity ?? 1) else {
            throw OfficeRefusal("A zone has room for at least 1 and at most 1000000000 people.", field: "zones")
        }
        let before = known.first { $0.name == name }
        return Zone(
            name: name, capacity: capacity,
            whenFull: try EventForm.value(whenFull, or: before?.whenFull ?? .refuse, field: "zones"),
            isRestricted: before?.isRestricted ?? false)
    }
}

extension EventForm.TierForm {
    fileprivate func tier(_ known: [Tier]) throws(OfficeRefusal) -> Tier {
        let name = try EventForm.line(name, field: "tiers")
        guard name.contains(where: { !$0.isWhitespace }) else {
            throw OfficeRefusal("A tier needs a name.", field: "tiers")
        }
        if let opens, let closes, closes <= opens {
            throw OfficeRefusal("Tier “\(name)” must close after it opens.", field: "tiers")
        }
        var gateNames: [GateName] = []
        for text in gates ?? [] {
            guard let gate = GateName(text) else {
                throw OfficeRefusal("There is no gate “\(text)” for tier “\(name)”.", field: "tiers")
            }
            gateNames.append(gate)
        }
        let before = known.first { $0.name == name }?.policy ?? EntryPolicy()
        var policy = before
        policy.opens = try EventForm.moment(opens, field: "tiers")
        policy.closes = try EventForm.moment(closes, field: "tiers")
        policy.admits = try EventForm.people(admits, field: "tiers")
        policy.reentry = try reentry.map { text throws(OfficeRefusal) in
            try EventForm.value(text, or: Reentry.none, field: "tiers")
        }
        policy.gates = gateNames.isEmpty ? nil : gateNames.sorted()
        policy.notes = try EventForm.note(note, field: "tiers").map { [$0] } ?? []
        return Tier(name: name, policy: policy)
    }
}
