// The rules of an event on the organiser's page.

import FoundationEssentials
import Ledger
import Sync
import TicketSigning

/// What the organiser's page shows and changes of an event and its zones; `doorcheck event edit` changes the same.
struct OrganiserRules: Codable, Hashable, Sendable {
    var name: String
    /// When admission begins; absent for no limit. All times are milliseconds since 1970-01-01 00:00:00 UTC.
    var opens: Int64?
    /// When admission ends.
    var closes: Int64?
    /// How many people a ticket admits.
    var admits: Int
    /// `none`, `after-exit`, `unlimited` or `per-day`.
    var reentry: String
    /// What staff check for each ticket.
    var note: String?
    /// What happens to a genuine ticket that is not on the list: `refuse`, `ask` or `admit`.
    var unlisted: String
    /// What happens to a code that an old key signed: `refuse` or `ask`.
    var oldKeys: String
    /// Whom exit gates let out: `open` or `strict`.
    var exits: String
    /// How many minutes an entry can be undone.
    var undo: Double
    /// When a day of the event begins, for re-entry per day.
    var dayStarts: Int64?
    var zones: [ZoneRules]

    /// The rules of a zone.
    struct ZoneRules: Codable, Hashable, Sendable {
        var name: String
        /// How many people may be inside; absent for any number.
        var capacity: Int?
        /// What happens once that many are inside: `refuse` or `ask`.
        var whenFull: String
        /// Whether only tiers enter that list the gate, or that the gate lists.
        var restricted: Bool

        init(_ zone: Zone) {
            (name, capacity) = (zone.name.text, zone.capacity)
            (whenFull, restricted) = (zone.whenFull.rawValue, zone.isRestricted)
        }
    }

    init(_ event: Event, _ zones: [Zone]) {
        (name, opens, closes) = (event.name, event.opens?.milliseconds, event.closes?.milliseconds)
        (admits, reentry, note) = (event.admits, event.reentry.rawValue, event.note)
        (unlisted, oldKeys, exits) = (event.unlisted.rawValue, event.oldKeys.rawValue, event.exits.rawValue)
        undo = Double(event.undoTime / .milliseconds(1)) / 60_000
        dayStarts = event.dayStarts?.milliseconds
        self.zones = zones.map(ZoneRules.init)
    }

    /// A text that is another one for other rules.
    var version: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = (try? encoder.encode(self)).map(Array.init) ?? []
        return RecordBytes(SHA256.hash(bytes)).base64url
    }
}

/// Why rules cannot be an event's.
struct RulesFault: Error, Hashable {
    /// One sentence that says so.
    let sentence: String

    init(_ sentence: String) { self.sentence = sentence }
}

extension OrganiserRules {
    /// The longest name and note, in characters.
    private static let longestText = 500
    /// How many minutes an entry can be undone at most, as for `doorcheck event edit`.
    private static let mostUndo = 0.0...100_000.0

    /// Writes the rules into an event and its zones.
    ///
    /// - Throws: ``RulesFault``.
    func apply(to event: inout Event, _ zones: inout [Zone]) throws(RulesFault) {
        event.name = try Self.line(name, of: "name")
        guard !event.name.isEmpty else { throw RulesFault("The name cannot be empty.") }
        event.note = try note.map { text throws(RulesFault) in try Self.line(text, of: "note") }
        event.opens = try Self.moment(opens)
        event.closes = try Self.moment(closes)
        event.dayStarts = try Self.moment(dayStarts)
        if let opens, let closes, closes <= opens { throw RulesFault("The event must close after it opens.") }
        guard (1...1000).contains(admits) else { throw RulesFault("A ticket admits 1 to 1000 people.") }
        event.admits = admits
        event.reentry = try Self.value(reentry, of: "reentry")
        event.unlisted = try Self.value(unlisted, of: "unlisted")
        event.oldKeys = try Self.value(oldKeys, of: "oldKeys")
        event.exits = try Self.value(exits, of: "exits")
        guard Self.mostUndo.contains(undo) else {
            throw RulesFault("An entry can be undone for 0 to 100000 minutes.")
        }
        event.undoTime = .milliseconds(Int64((undo * 60_000).rounded()))
        guard self.zones.map(\.name) == zones.map(\.name.text) else {
            throw RulesFault("The event has other zones; `doorcheck event edit --zone` adds one.")
        }
        zones = try zip(self.zones, zones).map { rules, zone throws(RulesFault) in try rules.applied(to: zone) }
    }

    private static func value<Value: RawRepresentable<String>>(
        _ text: String, of name: String
    ) throws(RulesFault) -> Value {
        guard let value = Value(rawValue: text) else { throw RulesFault("`\(name)` has a value that is not known.") }
        return value
    }

    private static func moment(_ milliseconds: Int64?) throws(RulesFault) -> Timestamp? {
        guard let milliseconds else { return nil }
        guard Timestamp.range.contains(milliseconds) else { throw RulesFault("A time is too early or too late.") }
        return Timestamp(milliseconds: milliseconds)
    }

    private static func line(_ text: String, of name: String) throws(RulesFault) -> String {
        guard text.unicodeScalars.count <= longestText, text.isPlainLine else {
            throw RulesFault("Write the \(name) in one line of at most 500 characters.")
        }
        return text
    }
}

extension OrganiserRules.ZoneRules {
    fileprivate func applied(to zone: Zone) throws(RulesFault) -> Zone {
        guard CapacityBounds.range.contains(capacity ?? 1) else {
            throw RulesFault("The capacity of a zone must be at least 1 and at most 1000000000.")
        }
        guard let whenFull = FullPolicy(rawValue: whenFull) else {
            throw RulesFault("`whenFull` has a value that is not known.")
        }
        return Zone(name: zone.name, capacity: capacity, whenFull: whenFull, isRestricted: restricted)
    }
}

extension OrganiserRules {
    /// Says what is other than before.
    ///
    /// - Parameter before: The rules before.
    /// - Returns: Phrases such as `capacity of main: 100, before 80`; the texts of notes are left out.
    func differences(from before: OrganiserRules) -> [String] {
        func time(_ milliseconds: Int64?) -> String {
            milliseconds.map { Timestamp(milliseconds: $0).description } ?? "none"
        }
        func change(_ what: String, _ new: String, _ old: String) -> String? {
            new == old ? nil : "\(what): \(new), before \(old)"
        }
        func answer(_ value: Bool) -> String { value ? "yes" : "no" }
        func number(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
        let own = [
            change("name", name, before.name),
            change("opens", time(opens), time(before.opens)),
            change("closes", time(closes), time(before.closes)),
            change("people per ticket", "\(admits)", "\(before.admits)"),
            change("re-entry", reentry, before.reentry),
            note == before.note ? nil : "note for staff changed",
            change("tickets on no list", unlisted, before.unlisted),
            change("codes of old keys", oldKeys, before.oldKeys),
            change("exits", exits, before.exits),
            change("minutes to undo", number(undo), number(before.undo)),
            change("day begins", time(dayStarts), time(before.dayStarts)),
        ]
        let places = zip(zones, before.zones).flatMap { new, old in
            [
                change(
                    "capacity of \(new.name)", new.capacity.map(String.init) ?? "none",
                    old.capacity.map(String.init) ?? "none"),
                change("when \(new.name) is full", new.whenFull, old.whenFull),
                change("only listed tiers in \(new.name)", answer(new.restricted), answer(old.restricted)),
            ]
        }
        return (own + places).compactMap(\.self)
    }
}
