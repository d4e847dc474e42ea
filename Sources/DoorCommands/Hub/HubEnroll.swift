// `doorcheck hub enroll`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Hub
import HubClient
import HubProtocol
import Ledger
import Sync
import TicketPrinting
import TicketSigning

struct HubEnroll: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Create a one-time code for a box to join the hub.",
        discussion: """
            The box reads the QR code with its camera (doorcheck hub join --camera), or someone types the text there. \
            The first box to use the code joins the hub, so keep it secret.

            An organiser's machine (--role organiser) may also supply keys, and send without a quota. A box for some \
            events gets only their tickets, scans and keys.

              doorcheck hub enroll --name "North gate"
              doorcheck hub enroll --name "Box office" --role desk --tier Regular
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("The box's name for people.", valueName: "name"))
    var name: String

    @Option(
        help: ArgumentHelp(
            "Where boxes find the hub (default: hub.url, or an address of this machine).", valueName: "address"))
    var url: String?

    @Option(help: ArgumentHelp("How long the code is valid, in minutes.", valueName: "minutes"))
    var minutes = 30

    @OptionGroup var member: MemberOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...60).contains(name.count) else { throw ValidationError("--name expects 1 to 60 characters.") }
        guard (1...1440).contains(minutes) else { throw ValidationError("--minutes expects 1 to 1440.") }
    }

    func run() async throws {
        let settings = try configuration.load()
        guard let url = url ?? settings.hubAddress else {
            throw CommandError(
                .unavailable, "This machine is in no network, so no box finds its hub; connect it, or give --url.")
        }
        guard let address = HubAddress(url: url) else {
            throw CommandError(.usage, "--url expects https:// or http:// and a name, such as https://hub.example.org.")
        }
        let trust = try settings.hubTrust()
        let code = EnrolmentCode()
        let (rights, membership) = try await membership(for: code, settings)
        let text = try await settings.invite(
            Invitation(name: name, isRelay: rights.role == .organiser, events: rights.events, membership: membership),
            with: code, at: address, for: minutes
        ).description
        if output.isText, Terminal.outputIsScreen {
            try Terminal.output(QRSymbol(text: text, errorCorrection: .medium).terminalText())
        }
        try output.write([Line(name: name, code: text, minutes: minutes)], text: text + "\n")
        if membership == nil {
            Terminal.note(
                "The master key is not on this machine, so the box will not be a member: other boxes ignore what it "
                    + "records until someone runs `doorcheck box admit` where the key is.")
        }
        if let trust {
            Terminal.note(
                "Boxes trust the hub by \(trust): give it to them with `doorcheck box setup --authority`, or name a "
                    + "copy as [hub] authority there.")
        }
        Terminal.note("Valid for \(minutes) minutes and one box: doorcheck hub join '\(text)'")
    }

    /// Returns what the box may do and the membership that it gets; `nil` where the master key is not on this machine.
    private func membership(
        for code: EnrolmentCode,
        _ settings: Configuration
    ) async throws -> (MemberRights, InvitedMembership?) {
        guard KeyFolder(path: settings.keysFolder).hasMaster else {
            guard member.action.isEmpty, member.tier.isEmpty else {
                throw CommandError(
                    .noInput,
                    "--action and --tier need the master key, which is not on this machine; give them to `doorcheck "
                        + "box admit` where it is.")
            }
            let ledger = try? CommandContext(configuration, for: .reading).ledger
            return (try await member.rights(in: ledger), nil)
        }
        let context = try CommandContext(creatingFor: configuration)
        let root = try await context.becomeOrganiser()
        let rights = try await member.rights(in: context.ledger)
        guard let root else { return (rights, nil) }
        return (rights, try await context.membership(for: code, name: name, rights, signedBy: root))
    }

    /// An invitation.
    private struct Line: OutputRecord {
        static let columns = ["name", "code", "minutes"]

        let schema = 1
        let name: String
        let code: String
        let minutes: Int
    }
}
