// `doorcheck box admit`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Organising
import Sync
import TicketSigning

struct BoxAdmit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit",
        abstract: "Make a box that this ledger knows a member, or change what it may do.",
        discussion: """
            A box that joined a hub without the master key is not a member, and nothing that it records has an effect. \
            Sync, and name the box by the eight digits that `doorcheck sync id` shows on it. What it has recorded \
            before then counts as well. The command needs the master key.

            With the digits of a member, it changes what the box may do; whatever is not given stays as it is. Sync \
            first: what the box recorded is judged by what it may do now, and of tickets that it may no longer add \
            only those stay that have reached this machine.

              doorcheck box admit 1234 5678
              doorcheck box admit 1234 5678 --role desk --tier Regular --tier Reduced
              doorcheck box admit 1234 5678 --action admit --action pay
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The eight digits that `doorcheck sync id` shows on the box.")
    var code: [String]

    @OptionGroup var member: MemberOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard digits.count == 8, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
            throw ValidationError("The code has eight digits, as `doorcheck sync id` shows them on the box.")
        }
    }

    private var digits: String { code.joined().filter { !" -".contains($0) } }

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        guard let key = try await context.becomeOrganiser() else {
            throw CommandError(.noInput, "The master key is not on this machine; admit the box where it is, then sync.")
        }
        let root = Root(key.publicKey)
        let boxes = try await context.ledger.boxes()
        let found = boxes.filter { $0.codes(of: root).map { $0.filter(\.isNumber) }.contains(digits) }
        guard let box = found.first, let card = box.card(of: root) else {
            throw CommandError(
                .noInput, "No box with the code \(digits) has reached this ledger; compare the digits, and sync first.")
        }
        // Somebody has searched for a key with the same digits.
        guard found.count == 1 else {
            throw CommandError(
                .badData,
                "Several boxes have the code \(digits), so one of them is forged; use `doorcheck sync trust`.")
        }
        let namesakes = boxes.filter { one in
            one.id != box.id && one.membership?.terms.name.lowercased() == card.name.lowercased()
                && one.membership?.terms.revoked == nil
        }
        guard namesakes.isEmpty else {
            throw CommandError(
                .badData,
                "Another member is named '\(card.name.printable)'; revoke it first if it is gone "
                    + "(`doorcheck box revoke`), or give this box another name.")
        }
        let rights = try await member.rights(of: box.id, in: context.ledger)
        try await context.admit(card, with: rights, by: key)
        let slugs = Dictionary(try await context.ledger.events().map { ($0.id, $0.slug) }) { first, _ in first }
        let line = Line(box, card.name, rights, slugs)
        try output.write([line], text: "'\(card.name.printable)' is a member now: \(line.role)\n")
        Terminal.note("Other boxes know it after their next sync.")
    }

    /// The new member, or the changed one.
    private struct Line: OutputRecord {
        static let columns = ["box", "name", "role", "events", "actions", "tiers"]

        let schema = 1
        let box: String
        let name: String
        let role: String
        let events: [String]?
        let actions: [String]?
        let tiers: [String]?

        init(_ box: KnownBox, _ name: String, _ rights: MemberRights, _ slugs: [EventID: String]) {
            self.box = box.id.description
            self.name = name
            role = rights.role.rawValue
            let line = MemberRightsLine(rights, slugs)
            (events, actions, tiers) = (line.events, line.actions, line.tiers)
        }
    }
}
