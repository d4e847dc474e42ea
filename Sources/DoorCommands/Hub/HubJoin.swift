// `doorcheck hub join`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import HubClient
import Ledger
import Sync
import TicketSigning

struct HubJoin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join a hub, with the code from `doorcheck hub enroll`.",
        discussion: """
            The box creates a key pair, keeps the private key in its key folder, and sends the public key to the hub. \
            It keeps the fingerprint of the hub's key from the code, and accepts no answers of any other hub.

              doorcheck hub join --camera
              doorcheck hub join 'DCJ1:https://hub.example.org#7K3P-9XQ2-M4TB-W8ZD#…'
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The text of the code.")
    var code: String?

    @Flag(help: "Read the code with the camera.")
    var camera = false

    @Option(
        help: ArgumentHelp("Read the code from a file, which is deleted afterwards.", valueName: "file"),
        completion: .file())
    var file: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [code != nil, camera, file != nil].count(where: \.self) == 1 else {
            throw ValidationError("Give the code's text, --camera, or --file.")
        }
    }

    func run() async throws {
        let context = try CommandContext(creatingFor: configuration)
        let settings = context.configuration
        let invitation = try await invitation(settings).trusting(settings.hubAuthorityPath)
        let key = try await context.boxKey()
        let box = try await context.ledger.ownBox()
        let membership: HubMembership
        do {
            membership = try await HubMembership.join(invitation, as: box.id, key: key)
        } catch HubClientError.notSigned(let host) {
            throw CommandError(
                .badData,
                "The hub at \(host) is not the one of this code; check the last group of the code, and that it comes "
                    + "from this hub.")
        }
        if let signed = membership.membership {
            try await context.pin(signed.membership.terms.root)
            try await context.ledger.add(signed)
        }
        try await context.ledger.readAgain()
        try context.keys.keep(invitation.hub)
        // The code is used up.
        if let file { unlink(file) }
        Terminal.note("This box is '\(membership.name.printable)' of the hub at \(invitation.address.host).")
        let line = Line(box: box.id.description, name: membership.name, url: invitation.address.url)
        let isConfigured = settings.hubURL == line.url
        try output.write([line], text: isConfigured ? "" : "[hub]\nurl = \"\(line.url)\"\n")
        if !isConfigured, output.isText { Terminal.note("Add these lines to the configuration.") }
    }

    /// The box as the hub knows it.
    private struct Line: OutputRecord {
        static let columns = ["box", "name", "url"]

        let schema = 1
        let box: String
        let name: String
        let url: String
    }

    private func invitation(_ settings: Configuration) async throws -> HubInvitation {
        guard let code = try code ?? file.map(SecretLine.read) else { return try await Self.seen(by: settings) }
        guard let invitation = HubInvitation(code) else {
            throw CommandError(
                .badData,
                "This is not a whole code from `doorcheck hub enroll`; those are DCJ1:, the hub's address, and two "
                    + "groups with # before each.")
        }
        return invitation
    }

    /// Waits until the camera sees an invitation.
    private static func seen(by settings: Configuration) async throws -> HubInvitation {
        Terminal.note("Hold the code in front of the camera.")
        return try await CodeWatch(settings).first(ofKind: "doorcheck hub enroll") { HubInvitation($0) }
    }
}
