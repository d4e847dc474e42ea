// `doorcheck box list`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct BoxList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the members, with what they may do.",
        discussion: """
            The note at the end shows the eight digits of the organiser that this box belongs to.

              doorcheck box list
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let ledger = try CommandContext(configuration, for: .reading).ledger
        let (own, now) = (try await ledger.ownBox(), WallClock.now)
        let members = try await ledger.memberships()
        let slugs = Dictionary(try await ledger.events().map { ($0.id, $0.slug) }) { first, _ in first }
        var table = TextTable("NAME", "ROLE", "EVENTS", "ACTIONS", "TIERS", "SINCE", "STATE", "BOX")
        let lines = members.map { Line($0, slugs) }
        for (member, line) in zip(members, lines) {
            table.add(
                line.name, line.role, line.events?.joined(separator: ", ") ?? "all",
                Self.text(line.actions), member.role == .desk ? Self.text(line.tiers) : "",
                Timestamp(milliseconds: member.terms.start).localTime(seenFrom: now),
                member.terms.revoked.map {
                    "revoked from \(Timestamp(milliseconds: $0.since).localTime(seenFrom: now)) on"
                } ?? "",
                member.box == own.id ? "this box" : line.box)
        }
        try output.write(lines, text: table.text)
        guard let root = try await ledger.root() else {
            return Terminal.note(
                "This box belongs to no organiser yet; it does after `doorcheck hub join`, or after `doorcheck sync "
                    + "trust` with the organiser's file.")
        }
        Terminal.note("organiser \(root.rootCode)")
        for sentence in UnheardBox.sentences(of: try await ledger.unheardBoxes()) { Terminal.note(sentence.printable) }
    }

    private static func text(_ names: [String]?) -> String {
        guard let names else { return "all" }
        return names.isEmpty ? "none" : names.joined(separator: ", ")
    }

    /// A member.
    private struct Line: OutputRecord {
        static let columns = ["box", "name", "role", "events", "actions", "tiers", "since", "revoked"]

        let schema = 1
        let box: String
        let name: String
        let role: String
        /// The short names of events, or the identifiers of those that this ledger does not have.
        let events: [String]?
        /// The staff actions that its membership names.
        let actions: [String]?
        /// The tiers of the tickets that it may add.
        let tiers: [String]?
        let since: String
        /// The moment from which what it records does not count.
        let revoked: String?

        init(_ member: Membership, _ slugs: [EventID: String]) {
            box = member.box.description
            name = member.terms.name
            role = member.terms.role
            let rights = MemberRightsLine(member.terms.rights, slugs)
            (events, actions, tiers) = (rights.events, rights.actions, rights.tiers)
            since = Timestamp(milliseconds: member.terms.start).description
            revoked = member.terms.revoked.map { Timestamp(milliseconds: $0.since).description }
        }
    }
}
