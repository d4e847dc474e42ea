// Creating and changing events.

import Attendance
import DoorInstallation
import DoorTexts
import FoundationEssentials
import Ledger
import Organising
import Sync
import TicketSigning

/// An event with its rules, as the page shows it.
struct EventState: Encodable, Sendable {
    let id: String
    let slug: String
    /// A text that is another one for other rules.
    let version: String
    let closed: Int64?
    /// How tickets are signed: 1 or 2.
    let suite: Int
    let event: EventForm.Rules
    let gates: [EventForm.GateForm]
    let zones: [EventForm.ZoneForm]
    let tiers: [EventForm.TierForm]
    /// The tickets on its list, without revoked and replaced ones; absent while a large list is counted.
    let tickets: Int?
    let summary: [String]
    /// Which tickets are not printed, and why; absent if all are.
    let leftOut: String?
    /// A text that is another one for another logo; absent without one.
    let logo: String?
}

/// The rules of an event as the person at the page saw them, and what they change.
struct EventChange: Decodable {
    let version: String
    let form: EventForm

    init(from decoder: any Decoder) throws {
        form = try EventForm(from: decoder)
        version = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .version)
    }

    private enum Keys: CodingKey {
        case version
    }
}

/// A new event.
struct NewEvent: Decodable {
    let form: EventForm
    let suite: Int?
    /// The event whose logo it takes over.
    let copyOf: String?

    init(from decoder: any Decoder) throws {
        form = try EventForm(from: decoder)
        let container = try decoder.container(keyedBy: Keys.self)
        suite = try container.decodeIfPresent(Int.self, forKey: .suite)
        copyOf = try container.decodeIfPresent(String.self, forKey: .copyOf)
    }

    private enum Keys: CodingKey {
        case suite, copyOf
    }
}

extension EventForm {
    /// A text that is another one for other rules.
    var version: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes = (try? encoder.encode(self)).map(Array.init) ?? []
        return RecordBytes(SHA256.hash(bytes)).base64url
    }
}

extension OfficeDesk {
    /// Returns an event with its rules.
    ///
    /// - Throws: ``OfficeRefusal`` if there is none; `LedgerError`.
    func eventState(_ id: EventID) async throws -> EventState {
        let ledger = try context().ledger
        guard let settings = try await ledger.settings(of: id) else { throw OfficeRefusal.missing("event") }
        let form = EventForm(settings)
        let counts = try await counter.counts(of: id, in: ledger).counts?.tickets
        let tiers = (form.tiers ?? []).map { tier in
            var tier = tier
            tier.tickets = counts.map { $0[tier.name] ?? 0 }
            return tier
        }
        return EventState(
            id: id.description, slug: settings.event.slug, version: form.version,
            closed: settings.event.closed?.milliseconds,
            suite: Int(try await ledger.keys(of: id).last(where: { !$0.isRetired })?.suite.rawValue ?? 1),
            event: form.event, gates: form.gates, zones: form.zones ?? [], tiers: tiers,
            tickets: counts?.values.reduce(0, +),
            summary: EventSummary(settings, zone: .machine).sentences,
            leftOut: try await TicketSelection(context(), of: settings.event, tier: nil, named: []).leftOut,
            logo: LogoState(try await ledger.logo(of: id)).logo)
    }

    /// Says what rules mean that are still being typed.
    ///
    /// - Throws: ``OfficeRefusal`` if they cannot be an event's.
    nonisolated func summary(of form: EventForm) throws -> [String] {
        let settings = try form.applied(to: EventSettings(event: Event(slug: "event", name: "-")))
        return EventSummary(settings, zone: .machine).sentences
    }

    /// Creates an event with its key, gates and tiers; the ledger too if there is none.
    ///
    /// - Throws: ``OfficeRefusal`` for rules that no event can have, or if the organiser's key is not here;
    ///   `LedgerError`, `KeyFileError`.
    func create(_ new: NewEvent) async throws -> EventState {
        guard keys.hasMaster else {
            throw OfficeRefusal("Create your key first: it signs the tickets of every event.", because: .conflict)
        }
        guard let suite = SignatureSuite(rawValue: UInt8(clamping: new.suite ?? 1)), suite != .partner else {
            throw OfficeRefusal("Choose how tickets are signed.", field: "suite")
        }
        let name = new.form.event.name
        _ = try summary(of: new.form)
        let context = try created()
        while true {
            let event = Event(slug: try await freeSlug(for: name, in: context), name: name)
            do {
                try await context.add(try new.form.applied(to: EventSettings(event: event)), suite: suite)
                if let model = new.copyOf.flatMap({ EventID($0) }), let logo = try await context.ledger.logo(of: model)
                {
                    try await context.ledger.setLogo(logo, of: event.id)
                }
                return try await eventState(event.id)
            } catch let error as LedgerError {
                // Unless another page or program has just taken the short name.
                guard case .refused = error, try await context.ledger.event(named: event.slug) != nil else {
                    throw error
                }
            }
        }
    }

    /// Returns a short name that no event has: `summer-night`, `summer-night-2` …
    private func freeSlug(for name: String, in context: CommandContext) async throws -> String {
        let taken = Set(try await context.ledger.events().map(\.slug))
        let first = Event.slug(from: name)
        guard taken.contains(first) else { return first }
        for number in 2... {
            let ending = "-\(number)"
            let slug = first.prefix(32 - ending.count) + ending
            if !taken.contains(String(slug)) { return String(slug) }
        }
        return first
    }

    /// Changes an event's rules.
    ///
    /// - Throws: ``SeenOtherwise`` if they have changed since they were seen; ``OfficeRefusal`` for rules that the
    ///   event cannot have; `LedgerError`. Nothing was changed then.
    func change(_ id: EventID, _ change: EventChange) async throws -> EventState {
        let context = try context()
        try await context.becomeOrganiser()
        let wasSeen = try await context.ledger.change(id) { before in
            guard EventForm(before).version == change.version else { throw SeenOtherwise() }
            return try change.form.applied(to: before)
        }
        guard wasSeen != nil else { throw OfficeRefusal.missing("event") }
        return try await eventState(id)
    }

    /// Thrown inside the transaction, so that nothing is changed.
    struct SeenOtherwise: Error {}

    /// Closes an event, so that nobody enters, or opens it again.
    func close(_ id: EventID, _ isClosed: Bool) async throws -> EventState {
        let context = try context()
        try await context.becomeOrganiser()
        _ = try await context.ledger.close(id, at: isClosed ? WallClock.now : nil)
        return try await eventState(id)
    }
}
