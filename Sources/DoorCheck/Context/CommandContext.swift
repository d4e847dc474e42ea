// The environment of a command: the configuration, the ledger and the keys.

import Admission
import FoundationEssentials
import Glibc
import Ledger
import TicketSigning

/// The doorcheck installation of this machine, as configured.
struct CommandContext {
    let configuration: Configuration
    let ledger: Ledger

    /// Opens the ledger that the configuration names.
    ///
    /// - Throws: ``ConfigurationError``, `LedgerError`, ``CommandError``.
    init(_ options: ConfigurationOptions, for access: Ledger.Access) throws {
        try self.init(options.load(), for: access)
    }

    /// Opens the ledger that a configuration names.
    ///
    /// - Throws: `LedgerError`; ``CommandError`` for a box of a hub that has no ledger yet.
    init(_ configuration: Configuration, for access: Ledger.Access) throws {
        self.configuration = configuration
        if access == .writing { try Ownership.check(configuration.ledgerPath) }
        do {
            ledger = try Ledger(opening: configuration.ledgerPath, for: access, as: Self.user)
        } catch LedgerError.missing(let path) where configuration.hubURL != nil {
            throw CommandError(.noInput, "There is no ledger at \(path) yet; `doorcheck hub join` makes it.")
        }
    }

    /// Opens the ledger that the configuration names, and creates it if it does not exist.
    init(creatingFor options: ConfigurationOptions) throws {
        configuration = try options.load()
        let path = configuration.ledgerPath
        try Ownership.check(path)
        ledger =
            try FileManager.default.fileExists(atPath: path)
            ? Ledger(opening: path, for: .writing, as: Self.user)
            : Ledger(creating: path, boxName: configuration.boxName, as: Self.user)
    }

    /// How this process identifies itself to other processes while it writes.
    private static let user = LedgerUser(command: DoorCheckCommand.name) { holder in
        Terminal.note(
            "doorcheck: '\(holder.command.printable)' (process \(holder.process)) was stopped while it held the ledger, "
                + "so it was continued.")
    }

    var keys: KeyFolder { KeyFolder(path: configuration.keysFolder) }

    /// Whether events and tickets come from a hub.
    var isBoxOfHub: Bool { configuration.hubURL != nil }

    /// Returns the event of a command: the one named, otherwise the configured one, otherwise the only one.
    ///
    /// - Parameter slug: The event named on the command line.
    /// - Returns: The event.
    /// - Throws: ``CommandError`` that lists the existing events.
    func event(named slug: String?) async throws -> Event {
        let events = try await ledger.events()
        let known = events.isEmpty ? "none yet" : events.map(\.slug).joined(separator: ", ")
        if let slug = slug ?? configuration.eventSlug {
            guard let event = events.first(where: { $0.slug == slug }) else {
                let hint = isBoxOfHub ? " `doorcheck hub sync` brings those of the hub." : ""
                throw CommandError(
                    .noInput,
                    "There is no event '\(slug.printable)' in \(ledger.path); there is: \(known).\(hint)"
                )
            }
            return event
        }
        guard let event = events.first else {
            let way =
                isBoxOfHub
                ? "`doorcheck hub sync` brings those of the hub"
                : "`doorcheck event new` makes one on the organiser's machine, `doorcheck sync import` brings it to a box"
            throw CommandError(.noInput, "There is no event in \(ledger.path); \(way).")
        }
        guard events.count == 1 else {
            throw CommandError(
                .usage, "There are several events; name one by --event, or as `event` in the configuration: \(known).")
        }
        return event
    }

    /// Returns the terms of an event's tickets.
    func terms(of event: Event) async throws -> EventTerms {
        try await ledger.terms(of: event.id) ?? EventTerms(event: event, tiers: [:])
    }

    /// Returns the terms of all events' tickets.
    func terms() async throws -> [EventID: EventTerms] {
        var terms: [EventID: EventTerms] = [:]
        for event in try await ledger.events() { terms[event.id] = try await self.terms(of: event) }
        return terms
    }

    /// Returns the gate of a command: the one named, otherwise the configured one, otherwise the only one.
    ///
    /// - Throws: ``CommandError`` that lists the event's gates.
    func gate(named name: String?, of event: Event) async throws -> GateName {
        let gates = try await ledger.gates(of: event.id)
        let isOpen = name == nil && configuration.setting(of: .gate).origin == .builtIn
        if isOpen, gates.count == 1, let gate = gates.first { return gate }
        let wanted = name.map { GateName($0) } ?? configuration.gate
        guard let wanted, gates.contains(wanted) else {
            let known = gates.map(\.text).joined(separator: ", ")
            let given = (name ?? configuration.gate.text).printable
            throw CommandError(
                .noInput,
                "Event '\(event.slug)' has no gate '\(given)'; name one by --gate, or as `gate` in the configuration: "
                    + "\(known).\(SimilarName.question(for: given, among: gates.map(\.text)))")
        }
        return wanted
    }

    /// Returns the named gate, which must be one of the event's.
    ///
    /// - Throws: ``CommandError`` that lists the event's gates.
    func knownGate(named name: String, of event: Event) async throws -> GateName {
        let gates = try await ledger.gates(of: event.id)
        if let gate = gates.first(where: { $0.text == name }) { return gate }
        throw CommandError(
            .noInput,
            "Event '\(event.slug)' has no gate '\(name.printable)'; it has: \(gates.map(\.text).joined(separator: ", "))."
                + SimilarName.question(for: name, among: gates.map(\.text)))
    }

    /// Returns the named tier, which must be one of the event's.
    ///
    /// - Parameters:
    ///   - name: The tier's name; `nil` for none.
    ///   - event: The event.
    /// - Returns: The same name.
    /// - Throws: ``CommandError`` that lists the event's tiers.
    func knownTier(named name: String?, of event: Event) async throws -> String? {
        guard let name else { return nil }
        let tiers = try await ledger.tiers(of: event.id).map(\.name)
        guard !tiers.contains(name) else { return name }
        let known = tiers.isEmpty ? "it has none" : "it has: \(tiers.map(\.printable).joined(separator: ", "))"
        throw CommandError(
            .noInput,
            "Event '\(event.slug)' has no tier '\(name.printable)'; \(known)."
                + SimilarName.question(for: name, among: tiers))
    }

    /// Returns the issuer of an event's tickets, which signs with the event's newest key.
    func ticketIssuer(for event: Event) async throws -> TicketIssuer {
        guard let newest = try await ledger.keys(of: event.id).last(where: { !$0.isRetired }) else {
            throw CommandError(.noInput, "Event '\(event.slug)' has no key in \(ledger.path).")
        }
        return TicketIssuer(ledger: ledger, event: event.id, epoch: newest.epoch)
    }

    /// Finds a key by its identifier as `key list` shows it.
    ///
    /// - Parameter text: Eight hexadecimal digits.
    /// - Returns: The key's public data.
    /// - Throws: ``CommandError`` if there is no such key.
    func key(named text: String) async throws -> KeyRecord {
        guard let key = try await ledger.keys().first(where: { $0.keyID.description == text.lowercased() }) else {
            throw CommandError(
                .noInput, "There is no key '\(text.printable)'; `doorcheck key list` shows those there are.")
        }
        return key
    }

    /// Records that the codes of tickets were written, if they were recorded as not written; a ledger that cannot be
    /// written keeps reporting them as not written.
    ///
    /// - Throws: `LedgerError`.
    func noteCodes(of tickets: [TicketID], of event: Event) async throws {
        guard try await ledger.hasUncodedTickets(of: event.id) else { return }
        do {
            try await Ledger(opening: ledger.path, for: .writing).noteCodes(of: tickets)
        } catch LedgerError.readOnly, LedgerError.cannotOpen, LedgerError.readOnlyDisk, LedgerError.locked {
            Terminal.note(
                "The codes are written, but the ledger could not take a note of it; `doctor` goes on asking for them.")
        }
    }

    /// Returns the event of a ticket.
    func event(of ticket: Ticket) async throws -> Event {
        guard let event = try await ledger.events().first(where: { $0.id == ticket.event }) else {
            throw CommandError(.noInput, "The event of ticket \(ticket.id) is not in \(ledger.path).")
        }
        return event
    }

    /// Starts monitoring this machine's clock.
    ///
    /// - Parameters:
    ///   - now: The system clock's time.
    ///   - isRight: Trusts the system clock even if the ledger has later scans, because staff confirmed it.
    /// - Returns: A monitor that reports whether the clock can be trusted.
    /// - Throws: `LedgerError`.
    func clockWatch(startingAt now: Timestamp, isRight: Bool = false) async throws -> ClockMonitor {
        ClockMonitor(wall: now, elapsed: .now, newest: isRight ? nil : try await ledger.newestRecord())
    }

    /// Returns a desk at one gate, with all keys of this machine.
    func desk(
        event: Event,
        gate: GateName,
        reshowInterval: Duration = .zero,
        claims: (any ClaimAuthority)? = nil
    ) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: TicketVerifier(keyRing: try keys.ring(for: try await ledger.keys())),
            ledger: ledger,
            box: try await ledger.ownBox(),
            event: event,
            gate: gate,
            reshowInterval: reshowInterval,
            claims: claims
        )
    }
}
