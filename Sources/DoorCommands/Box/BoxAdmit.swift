// `doorcheck box admit`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import Sync
import TicketSigning

struct BoxAdmit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit",
        abstract: "Make a box that this ledger knows a member.",
        discussion: """
            A box that joined a hub without the master key is not a member, and nothing that it records has an effect. \
            Sync, and name the box by the eight digits that `doorcheck sync id` shows on it. What it has recorded \
            before then counts as well. The command needs the master key.

              doorcheck box admit 1234 5678
              doorcheck box admit 1234 5678 --role desk
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The eight digits that `doorcheck sync id` shows on the box.")
    var code: [String]

    @Option(help: ArgumentHelp("What the box may do: gate, desk or organiser.", valueName: "role"))
    var role = BoxRole.gate

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
            one.id != box.id && one.membership?.terms.name == card.name && one.membership?.terms.revoked == nil
        }
        guard namesakes.isEmpty else {
            throw CommandError(
                .badData,
                "Another member is named '\(card.name.printable)'; revoke it first if it is gone "
                    + "(`doorcheck box revoke`), or give this box another name.")
        }
        try await context.admit(card, as: role, by: key)
        let line = Line(box: box.id.description, name: card.name, role: role.rawValue)
        try output.write([line], text: "'\(card.name.printable)' is a member now: \(role.rawValue)\n")
        Terminal.note("Other boxes know it after their next sync.")
    }

    /// The new member.
    private struct Line: OutputRecord {
        static let columns = ["box", "name", "role"]

        let schema = 1
        let box: String
        let name: String
        let role: String
    }
}
