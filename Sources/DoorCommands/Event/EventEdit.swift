// `doorcheck event edit`

import ArgumentParser
import DoorInstallation
import DoorOutput
import Ledger

struct EventEdit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change the rules of an event, a tier, a gate or a zone, and how tickets look.",
        discussion: """
            Without --tier, --gate and --zone, the options apply to the event. A tier's own terms take precedence over \
            the event's, and a ticket's over its tier's. A tier, gate or zone that does not exist is created; if its \
            name differs from an existing one only in case or by one letter, --even-if-similar is needed. Open doors \
            apply the new rules from the next scan on.

              doorcheck event edit --closes 2026-07-05T04:00:00+03:00 --unlisted ask
              doorcheck event edit --reentry after-exit --undo 10
              doorcheck event edit --tier VIP --gates north,vip --note "18+"
              doorcheck event edit --tier Family --admits 4
              doorcheck event edit --gate yard --direction exit
              doorcheck event edit --gate stage-door --zone backstage
              doorcheck event edit --gate stage-door --tiers "Crew, Artist"
              doorcheck event edit --zone backstage --capacity 150 --when-full ask
              doorcheck event edit --zone backstage --restricted
              doorcheck event edit --venue "Nile Hall" --address "12 River Road"
              doorcheck event edit --logo logo.png
              doorcheck event edit --starts '2026-07-04 19:30'
              doorcheck event edit --tier VIP --colour 7b1fa2

            With --reentry per-day, days last 24 hours. They begin at the time of --day-starts, otherwise when the \
            event opens, otherwise at midnight UTC.
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Short name of the event (default: the configuration's, or the only one).")
    var event: String?

    @Option(help: ArgumentHelp("Change this tier.", valueName: "name"))
    var tier: String?

    @Option(help: ArgumentHelp("Change this gate.", valueName: "name"), transform: GateName.parsed)
    var gate: GateName?

    @Option(
        help: ArgumentHelp("With --gate: the zone behind it. Otherwise: change this zone.", valueName: "name"),
        transform: ZoneName.parsed)
    var zone: ZoneName?

    @OptionGroup(title: "Terms of an event or tier") var terms: TermsOptions

    @Option(
        help: ArgumentHelp(
            "The only gates of a tier, which the event must have, with commas between them, or none.",
            valueName: "names"))
    var gates: String?

    @Option(help: ArgumentHelp("What guests and staff read as the event's name.", valueName: "text"))
    var title: String?

    @Option(help: "What happens to a genuine ticket that is not on the event's list: refuse, ask or admit.")
    var unlisted: UnlistedPolicy?

    @Option(help: "What happens to a code that another key than its ticket's has signed: refuse or ask.")
    var oldKeys: OldKeyPolicy?

    @Option(help: "Whom exit gates let out: everybody (open), or only those who are known to be inside (strict).")
    var exits: ExitPolicy?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many minutes an entry can be undone, 0 for never.", valueName: "minutes"))
    var undo: Double?

    @Option(
        help: ArgumentHelp("When a day of the event begins, or none.", valueName: "time"),
        transform: Change<Timestamp>.parsed)
    var dayStarts: Change<Timestamp>?

    @Option(help: "The direction of a gate: entry, exit or check.")
    var direction: GateDirection?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many people may be in a zone at once, or none.", valueName: "n"))
    var capacity: Change<Int>?

    @Option(help: "What happens at the door of a full zone: refuse or ask.")
    var whenFull: FullPolicy?

    @Option(
        help: ArgumentHelp("The only tiers that a gate admits, with commas between them, or none.", valueName: "names"))
    var tiers: String?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether a zone admits only tiers that list its gate, or that its gate lists.")
    var restricted: Bool?

    @OptionGroup(title: "Looks of tickets") var design: DesignOptions

    @OptionGroup var names: NewNameOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        let isAboutEvent =
            title != nil || unlisted != nil || oldKeys != nil || exits != nil || undo != nil || dayStarts != nil
            || design.isAboutEvent
        let isAboutZone = capacity != nil || whenFull != nil || restricted != nil
        guard tier == nil || !isAboutEvent else { throw ValidationError("These options are not about a tier.") }
        guard design.colour == nil || tier != nil else { throw ValidationError("--colour goes with --tier.") }
        guard gates == nil || tier != nil else { throw ValidationError("--gates goes with --tier.") }
        guard direction == nil || gate != nil else { throw ValidationError("--direction goes with --gate.") }
        guard tiers == nil || gate != nil else { throw ValidationError("--tiers goes with --gate.") }
        guard !isAboutZone || zone != nil else {
            throw ValidationError("--capacity, --when-full and --restricted go with --zone.")
        }
        guard tier != nil || gate == nil && zone == nil || terms.isEmpty && !isAboutEvent else {
            throw ValidationError("Change a gate or zone and the event's terms in separate commands.")
        }
        guard
            !terms.isEmpty || isAboutEvent || !design.isEmpty || isAboutZone || gates != nil || direction != nil
                || tiers != nil
                || tier != nil || gate != nil || zone != nil
        else { throw ValidationError("Say what to change; `doorcheck help event edit` has examples.") }
        guard (0...100_000).contains(undo ?? 0) else {
            throw ValidationError("--undo expects a number of minutes from 0 to 100000.")
        }
        guard tier?.isEmpty != true, title?.isEmpty != true else { throw ValidationError("A name cannot be empty.") }
        _ = try (gateNames(), tierNames())
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let ledger = context.ledger
        var event = try await context.event(named: event)
        try names.check(tier, "tier", among: try await ledger.tiers(of: event.id).map(\.name), of: event)
        try names.check(gate?.text, "gate", among: try await ledger.gates(of: event.id).map(\.text), of: event)
        try names.check(zone?.text, "zone", among: try await ledger.zones(of: event.id).map(\.name.text), of: event)
        // The ledger rejects other gates and lists those of the event.
        let gates = try await ledger.gates(of: event.id).map(\.text)
        for name in try gateNames() ?? [] where !SimilarName.candidates(for: name.text, among: gates).isEmpty {
            _ = try await context.knownGate(named: name.text, of: event)
        }
        let knownTiers = try await ledger.tiers(of: event.id).map(\.name)
        for name in try tierNames() ?? [] { try names.check(name, "tier", among: knownTiers, of: event) }
        if tier == nil { try change(&event) }
        let logo = try await design.readLogo()
        try await ledger.update(
            event,
            zones: try await zones(of: event, in: ledger),
            gates: try await gateSettings(of: event, in: ledger),
            tiers: try await tiers(of: event, in: ledger)
        )
        try await design.apply(logo, to: event, tier: tier, in: ledger)
        let line = try await EventLine(event, in: ledger)
        try output.write([line], text: line.text)
    }

    private func change(_ event: inout Event) throws {
        try terms.apply(to: &event)
        if let title { event.name = title }
        if let unlisted { event.unlisted = unlisted }
        if let oldKeys { event.oldKeys = oldKeys }
        if let exits { event.exits = exits }
        if let undo { event.undoTime = .milliseconds(Int64(undo * 60_000)) }
        if let dayStarts { event.dayStarts = dayStarts.wanted }
    }

    private func zones(of event: Event, in ledger: Ledger) async throws -> [Zone] {
        guard let zone, gate == nil || capacity != nil || whenFull != nil || restricted != nil else { return [] }
        let known = try await ledger.zones(of: event.id).first { $0.name == zone }
        return [
            Zone(
                name: zone,
                capacity: capacity.map(\.wanted) ?? known?.capacity,
                whenFull: whenFull ?? known?.whenFull ?? .refuse,
                isRestricted: restricted ?? known?.isRestricted ?? false
            )
        ]
    }

    private func gateSettings(of event: Event, in ledger: Ledger) async throws -> [GateSettings] {
        guard let gate else { return [] }
        let known = try await ledger.gateSettings(of: event.id).first { $0.name == gate }
        return [
            GateSettings(
                name: gate,
                direction: direction ?? known?.direction ?? .entry,
                zone: zone ?? known?.zone ?? .main,
                tiers: tiers == nil ? known?.tiers : try tierNames()
            )
        ]
    }

    private func tiers(of event: Event, in ledger: Ledger) async throws -> [Tier] {
        guard let tier else { return [] }
        var changed = try await ledger.tiers(of: event.id).first { $0.name == tier } ?? Tier(name: tier)
        terms.apply(to: &changed.policy)
        if gates != nil { changed.policy.gates = try gateNames() }
        return [changed]
    }

    /// The tiers of a gate; `nil` for all tiers.
    private func tierNames() throws -> [String]? {
        guard let tiers, tiers != "none" else { return nil }
        let names = Set(tiers.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed })
        guard !names.isEmpty, !names.contains("") else {
            throw ValidationError("--tiers expects names of tiers with commas between them, such as 'Crew, Artist'.")
        }
        return names.sorted()
    }

    /// The gates of a tier; `nil` for all gates.
    private func gateNames() throws -> [GateName]? {
        guard let gates, gates != "none" else { return nil }
        let names = gates.split(separator: ",").map { GateName(String($0)) }
        guard !names.isEmpty, !names.contains(nil) else {
            throw ValidationError("--gates expects names of gates with commas between them, such as north,vip.")
        }
        return names.compactMap(\.self).sorted()
    }
}
