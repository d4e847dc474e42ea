// What a member may do, on the command line.

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

/// What a box may do: options of all commands that make boxes members. What is not given stays as it is.
struct MemberOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What the box may do: gate, desk or organiser (default: as before, or gate).", valueName: "role"))
    var role: BoxRole?

    @Option(
        help: ArgumentHelp(
            "An event that the box takes part in, by its short name or UUID; may be given several times; or all "
                + "(default: as before, or all).",
            valueName: "event"))
    var event: [String] = []

    @Option(
        help: ArgumentHelp(
            "What staff of a gate or a desk may do by hand: admit, undo, pay, block or reissue; may be given several "
                + "times; or all, or none (default: as before, or all).",
            valueName: "action"))
    var action: [String] = []

    @Option(
        help: ArgumentHelp(
            "A tier of which a desk may add tickets; may be given several times; or all (default: as before, or "
                + "all).",
            valueName: "tier"))
    var tier: [String] = []

    /// Whether nothing is given.
    var isEmpty: Bool { role == nil && event.isEmpty && action.isEmpty && tier.isEmpty }

    func validate() throws {
        let names = MemberAction.allCases.map(\.rawValue)
        if let wrong = action.first(where: { !(names + [Self.all, Self.none]).contains($0) }) {
            throw ValidationError(
                "--action expects \(names.joined(separator: ", ")), all or none, not '\(wrong.printable)'."
                    + SimilarName.question(for: wrong, among: names))
        }
        for (option, values) in [("--event", event), ("--action", action), ("--tier", tier)] {
            let word = values.first { $0 == Self.all || option == "--action" && $0 == Self.none }
            if let word, values.count > 1 {
                throw ValidationError("\(option) \(word) does not go with another \(option).")
            }
        }
        guard Set(tier).count <= MembershipTerms.mostNames,
            tier.allSatisfy({ (1...MembershipTerms.longestName).contains($0.utf8.count) })
        else {
            throw ValidationError(
                "--tier expects at most \(MembershipTerms.mostNames) "
                    + "names of 1 to \(MembershipTerms.longestName) bytes."
            )
        }
        if let role { try check(role) }
    }

    private static let (all, none) = ("all", "none")

    /// Refuses what does not go with a role.
    private func check(_ role: BoxRole) throws {
        let isLimited = !action.isEmpty && action != [Self.all]
        guard role != .organiser || !isLimited else {
            throw ValidationError("--action is for a gate or a desk: an organiser's machine may do everything.")
        }
        guard role != .gate || !action.contains(MemberAction.reissue.rawValue) else {
            throw ValidationError("--action reissue is for a desk: a gate reissues no tickets.")
        }
        guard role == .desk || tier.isEmpty || tier == [Self.all] else {
            let reason = role == .gate ? "a gate adds no tickets" : "an organiser's machine adds tickets of all tiers"
            throw ValidationError("--tier is for a desk: \(reason).")
        }
    }

    /// Returns what a box may do from now on.
    ///
    /// - Parameters:
    ///   - box: The box; `nil` for one that has not joined yet.
    ///   - ledger: The ledger that knows the events and the box; `nil` on a machine without one.
    /// - Returns: What it may do.
    /// - Throws: `ValidationError` for what does not go with the role that it has; ``CommandError`` for an event or a
    ///   tier that the ledger does not have; `LedgerError`.
    func rights(of box: BoxID? = nil, in ledger: Ledger?) async throws -> MemberRights {
        var rights = MemberRights(.gate)
        if let box, let held = try await ledger?.memberships().first(where: { $0.box == box }) {
            rights = held.terms.rights
        }
        if let role { rights.role = role }
        try check(rights.role)
        if !event.isEmpty { rights.events = event == [Self.all] ? nil : try await EventNames(event).events(in: ledger) }
        if !action.isEmpty { rights.actions = action == [Self.all] ? nil : Set(action).subtracting([Self.none]) }
        if !tier.isEmpty { rights.tiers = tier == [Self.all] ? nil : Set(tier) }
        // What the box could do as a desk means nothing for another role.
        if rights.role != .desk {
            rights.actions?.remove(MemberAction.reissue.rawValue)
            rights.tiers = nil
        }
        if rights.role == .organiser { rights.actions = nil }
        if let ledger, !tier.isEmpty { try await check(tiers: rights.tiers ?? [], in: ledger, events: rights.events) }
        return rights
    }

    /// Refuses tiers that none of the box's events has.
    private func check(tiers: Set<String>, in ledger: Ledger, events: Set<EventID>?) async throws {
        var known: Set<String> = []
        for event in try await ledger.events() where events?.contains(event.id) != false {
            known.formUnion(try await ledger.tiers(of: event.id).map(\.name))
        }
        guard let wrong = tiers.subtracting(known).min() else { return }
        let names = known.isEmpty ? "none" : known.sorted().map(\.printable).joined(separator: ", ")
        throw CommandError(
            .noInput,
            "No event of the box has a tier '\(wrong.printable)'; the tiers are: \(names)."
                + SimilarName.question(for: wrong, among: known.sorted()))
    }
}

/// What a member may do, as commands print it.
struct MemberRightsLine {
    /// The short names of events, or the identifiers of those that the ledger does not have; `nil` for all.
    let events: [String]?
    /// The staff actions; `nil` for all that the role allows.
    let actions: [String]?
    /// The tiers of tickets that a desk adds; `nil` for all.
    let tiers: [String]?

    init(_ rights: MemberRights, _ slugs: [EventID: String]) {
        events = rights.events.map { $0.sorted().map { slugs[$0] ?? $0.description } }
        actions = rights.actions?.sorted()
        tiers = rights.tiers?.sorted()
    }
}
