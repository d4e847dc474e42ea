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

              doorcheck hub enroll --name "North gate"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(help: ArgumentHelp("The box's name for people.", valueName: "name"))
    var name: String

    @Option(
        help: ArgumentHelp("Where boxes find the hub (default: the configuration's hub.url).", valueName: "address"))
    var url: String?

    @Option(help: ArgumentHelp("How long the code is valid, in minutes.", valueName: "minutes"))
    var minutes = 30

    @Option(
        help: ArgumentHelp(
            "UUID of an event that the box may see; may be given several times (default: all).", valueName: "event"))
    var event: [String] = []

    @Option(
        help: ArgumentHelp(
            "What the box may do: gate, desk or organiser. An organiser's machine may also supply keys, and send "
                + "without a quota.",
            valueName: "role"))
    var role = BoxRole.gate

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard (1...60).contains(name.count) else { throw ValidationError("--name expects 1 to 60 characters.") }
        guard (1...1440).contains(minutes) else { throw ValidationError("--minutes expects 1 to 1440.") }
        if let wrong = event.first(where: { EventID($0) == nil }) {
            throw ValidationError(
                "--event expects a UUID, as `doorcheck event list --json` shows it, not '\(wrong.printable)'.")
        }
    }

    func run() async throws {
        let settings = try configuration.load()
        guard let address = HubAddress(url: url ?? settings.hubURL ?? settings.hubOwnURL) else {
            throw CommandError(.usage, "--url expects https:// or http:// and a name, such as https://hub.example.org.")
        }
        let events = Set(event.compactMap { EventID($0) })
        let code = EnrolmentCode()
        let invitation = Invitation(
            name: name, isRelay: role == .organiser, events: events.isEmpty ? nil : events,
            membership: try await membership(for: code, settings))
        let service = try await settings.hubService(creatingFile: true)
        // Only a hub that is new needs its key file here.
        var key = try await service.publicKey()
        if key == nil { key = try await settings.hubKey(of: service).publicKey }
        guard let hub = key.map({ HubFingerprint(of: $0) }) else { throw HubError.damaged(column: 0) }
        try await service.invite(invitation, with: code, for: .seconds(60 * minutes))
        let text = HubInvitation(address: address, code: code, hub: hub).description
        if output.isText, Terminal.outputIsScreen {
            try Terminal.output(QRSymbol(text: text, errorCorrection: .medium).terminalText())
        }
        try output.write([Line(name: name, code: text, minutes: minutes)], text: text + "\n")
        if invitation.membership == nil {
            Terminal.note(
                "The master key is not on this machine, so the box will not be a member: other boxes ignore what it "
                    + "records until someone runs `doorcheck box admit` where the key is.")
        }
        Terminal.note("Valid for \(minutes) minutes and one box: doorcheck hub join '\(text)'")
    }

    /// Returns the membership that the box gets; `nil` where the master key is not on this machine.
    private func membership(for code: EnrolmentCode, _ settings: Configuration) async throws -> InvitedMembership? {
        let keys = KeyFolder(path: settings.keysFolder)
        guard keys.hasMaster else { return nil }
        let context = try CommandContext(creatingFor: configuration)
        guard let root = try await context.becomeOrganiser() else { return nil }
        let events = Set(event.compactMap { EventID($0) })
        return try InvitedMembership(
            of: code, name: name, role: role, events: events.isEmpty ? nil : events,
            serial: await context.ledger.nextSerial(on: WallClock.now), start: WallClock.now, signedBy: root)
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
