// The environment of a command: the configuration, the ledger and the keys.

package import Admission
package import DoorConfiguration
import DoorOutput
import DoorTexts
import FoundationEssentials
import Glibc
package import Ledger
package import Sync
package import TicketSigning

/// The doorcheck installation of this machine, as configured.
package struct CommandContext {
    package let configuration: Configuration
    package let ledger: Ledger

    /// Opens the ledger that a configuration names.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - access: Whether the ledger is written.
    ///   - command: How this process identifies itself to others that wait for the ledger: `doorcheck ticket import`.
    /// - Throws: `LedgerError`; ``CommandError`` for a box of a hub that has no ledger yet.
    package init(_ configuration: Configuration, for access: Ledger.Access, as command: String) throws {
        self.configuration = configuration
        if access == .writing { try Ownership.check(configuration.ledgerPath) }
        do {
            ledger = try Ledger(opening: configuration.ledgerPath, for: access, as: Self.user(command))
        } catch LedgerError.missing(let path) where configuration.hubURL != nil {
            throw CommandError(.noInput, "There is no ledger at \(path) yet; `doorcheck hub join` creates it.")
        }
    }

    /// Opens the ledger that a configuration names for writing, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - command: How this process identifies itself to others that wait for the ledger.
    /// - Throws: `LedgerError`, ``CommandError``.
    package init(creatingLedgerOf configuration: Configuration, as command: String) throws {
        self.configuration = configuration
        let path = configuration.ledgerPath
        try Ownership.check(path)
        ledger =
            try FileManager.default.fileExists(atPath: path) && !Ledger.isHalfMade(path)
            ? Ledger(opening: path, for: .writing, as: Self.user(command))
            : Ledger(
                creating: path, boxName: configuration.boxName,
                key: KeyFolder(path: configuration.keysFolder).boxKey().publicKey.bytes, as: Self.user(command))
    }

    private static func user(_ command: String) -> LedgerUser {
        LedgerUser(command: command) { holder in
            Terminal.note(
                "doorcheck: '\(holder.command.printable)' (process \(holder.process)) was stopped while it held the "
                    + "ledger, so it was continued.")
        }
    }

    package var keys: KeyFolder { KeyFolder(path: configuration.keysFolder) }

    /// Returns the key of this ledger's box, before it shares anything: a restored ledger has its organiser then.
    ///
    /// - Throws: ``CommandError`` if the key folder has another one; `KeyFileError`, `LedgerError`.
    package func boxKey() async throws -> BoxKey {
        let box = try await ledger.ownBox()
        guard let key = try keys.boxKey(of: box.id) else {
            throw CommandError(
                .configuration,
                "\(keys.path)/box.secret is not the key of box '\(box.name.printable)', whose ledger is "
                    + "\(ledger.path), so it shares nothing. Put the box's own key back, for instance from a backup, "
                    + "or go on as a new box with `doorcheck sync id --new`.")
        }
        try await pinKeptOrganiser()
        return key
    }

    /// Whether events and tickets come from a hub.
    package var isBoxOfHub: Bool { configuration.hubURL != nil }

    /// Returns the event of a command: the one named, otherwise the configured one, otherwise the only one.
    ///
    /// - Parameter slug: The event named on the command line.
    /// - Returns: The event.
    /// - Throws: ``CommandError`` that lists the existing events.
    package func event(named slug: String?) async throws -> Event {
        let events = try await ledger.events()
        let known = events.isEmpty ? "none yet" : events.map(\.slug).joined(separator: ", ")
        if let slug = slug ?? configuration.eventSlug {
            guard let event = events.first(where: { $0.slug == slug }) else {
                let hint = isBoxOfHub ? " `doorcheck hub sync` gets the hub's events." : ""
                throw CommandError(
                    .noInput,
                    "There is no event '\(slug.printable)' in \(ledger.path); it has: \(known).\(hint)"
                        + SimilarName.question(for: slug, among: events.map(\.slug))
                )
            }
            return event
        }
        guard let event = events.first else {
            let way =
                isBoxOfHub
                ? "`doorcheck hub sync` gets the hub's events"
                : "create one with `doorcheck event new` on the organiser's machine, or use `doorcheck sync import`"
            throw CommandError(.noInput, "There is no event in \(ledger.path); \(way).")
        }
        guard events.count == 1 else {
            throw CommandError(
                .usage,
                "There are several events: \(known). Name one in the command, or set `event` in the configuration.")
        }
        return event
    }

    /// Returns the terms of an event's tickets.
    package func terms(of event: Event) async throws -> EventTerms {
        try await ledger.terms(of: event.id) ?? EventTerms(event: event, tiers: [:])
    }

    /// Returns the terms of all events' tickets.
    package func terms() async throws -> [EventID: EventTerms] {
        var terms: [EventID: EventTerms] = [:]
        for event in try await ledger.events() { terms[event.id] = try await self.terms(of: event) }
        return terms
    }

    /// Returns the gate of a command: the one named, otherwise the configured one, otherwise the only one.
    ///
    /// - Throws: ``CommandError`` that lists the event's gates.
    package func gate(named name: String?, of event: Event) async throws -> GateName {
        let gates = try await ledger.gates(of: event.id)
        let isOpen = name == nil && configuration.setting(of: .gate).origin == .builtIn
        if isOpen, gates.count == 1, let gate = gates.first { return gate }
        let wanted = name.map { GateName($0) } ?? configuration.gate
        guard let wanted, gates.contains(wanted) else {
            let known = gates.map(\.text).joined(separator: ", ")
            let given = (name ?? configuration.gate.text).printable
            throw CommandError(
                .noInput,
                "Event '\(event.slug)' has no gate '\(given)'; choose one with --gate or `gate` in the configuration: "
                    + "\(known).\(SimilarName.question(for: given, among: gates.map(\.text)))")
        }
        return wanted
    }

    /// Returns the named gate, which must be one of the event's.
    ///
    /// - Throws: ``CommandError`` that lists the event's gates.
    package func knownGate(named name: String, of event: Event) async throws -> GateName {
        let gates = try await ledger.gates(of: event.id)
        if let gate = gates.first(where: { $0.text == name }) { return gate }
        throw CommandError(
            .noInput,
            "Event '\(event.slug)' has no gate '\(name.printable)'; it has: "
                + "\(gates.map(\.text).joined(separator: ", "))."
                + SimilarName.question(for: name, among: gates.map(\.text)))
    }

    /// Returns the named tier, which must be one of the event's.
    ///
    /// - Parameters:
    ///   - name: The tier's name; `nil` for none.
    ///   - event: The event.
    /// - Returns: The same name.
    /// - Throws: ``CommandError`` that lists the event's tiers.
    package func knownTier(named name: String?, of event: Event) async throws -> String? {
        guard let name else { return nil }
        let tiers = try await ledger.tiers(of: event.id).map(\.name)
        guard !tiers.contains(name) else { return name }
        let known = tiers.isEmpty ? "it has none" : "it has: \(tiers.map(\.printable).joined(separator: ", "))"
        throw CommandError(
            .noInput,
            "Event '\(event.slug)' has no tier '\(name.printable)'; \(known)."
                + SimilarName.question(for: name, among: tiers))
    }

    /// Finds a key by its identifier as `key list` shows it.
    ///
    /// - Parameter text: Eight hexadecimal digits.
    /// - Returns: The key's public data.
    /// - Throws: ``CommandError`` if there is no such key.
    package func key(named text: String) async throws -> KeyRecord {
        guard let key = try await ledger.keys().first(where: { $0.keyID.description == text.lowercased() }) else {
            throw CommandError(
                .noInput, "There is no key '\(text.printable)'; `doorcheck key list` shows the keys.")
        }
        return key
    }

    /// Records that the codes of tickets were written, if they were recorded as not written; a ledger that cannot be
    /// written keeps reporting them as not written.
    ///
    /// - Throws: `LedgerError`.
    package func markCodesWritten(of tickets: [TicketID], of event: Event) async throws {
        guard try await ledger.hasUncodedTickets(of: event.id) else { return }
        do {
            try await Ledger(opening: ledger.path, for: .writing).markCodesWritten(of: tickets)
        } catch LedgerError.readOnly, LedgerError.cannotOpen, LedgerError.readOnlyDisk, LedgerError.locked {
            Terminal.note(
                "The codes are written, but the ledger could not record that; `doctor` will still ask for them.")
        }
    }

    /// Returns the event of a ticket.
    package func event(of ticket: Ticket) async throws -> Event {
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
    package func clockWatch(startingAt now: Timestamp, isRight: Bool = false) async throws -> ClockMonitor {
        ClockMonitor(wall: now, elapsed: .now, newest: isRight ? nil : try await ledger.newestRecord())
    }

    /// Returns a desk at one gate, with all keys of this machine.
    package func desk(
        event: Event,
        gate: GateName,
        reshowInterval: Duration = .zero,
        claims: (any ClaimAuthority)? = nil
    ) async throws -> AdmissionDesk {
        AdmissionDesk(
            verifier: TicketVerifier(keyRing: try await keyRing()),
            ledger: ledger,
            box: try await ledger.ownBox(),
            event: event,
            gate: gate,
            reshowInterval: reshowInterval,
            claims: claims
        )
    }
}
