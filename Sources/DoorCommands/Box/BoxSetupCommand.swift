// `doorcheck box setup`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import HubClient
import TicketPrinting

struct BoxSetupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Write the settings of a new box, as a file for its stick or as a QR code for its camera.",
        discussion: """
            A new box takes box.toml from its stick, or the code from its camera, once. Both contain secrets: the \
            password of the Wi-Fi network, the PIN of the staff, and the code by which the box joins the hub. Each is \
            read from a file, or from standard input with -.

              doorcheck hub enroll --name "North gate" --minutes 1440 >join
              doorcheck box setup "North gate" --join join --output box.toml
              doorcheck box setup Bar --wifi Festival --wifi-password - --qr bar.png

            A hub whose certificate no public authority has signed is named with --authority as well, the file that \
            boxes have as [hub] authority.
            """
    )

    @Argument(help: "The box's name for people: 1 to 60 characters.")
    var name: String

    @Option(help: ArgumentHelp("The gate at which the box stands.", valueName: "gate"))
    var gate: String?

    @Option(help: ArgumentHelp("The time zone, such as Europe/Berlin.", valueName: "zone"))
    var timezone: String?

    @Option(help: ArgumentHelp("The name of the Wi-Fi network.", valueName: "network"))
    var wifi: String?

    @Option(
        help: ArgumentHelp("A file with the password of the Wi-Fi network.", valueName: "file"), completion: .file())
    var wifiPassword: String?

    @Option(help: ArgumentHelp("A file with the PIN of the staff.", valueName: "file"), completion: .file())
    var pin: String?

    @Option(
        help: ArgumentHelp("A file with the code from doorcheck hub enroll.", valueName: "file"), completion: .file())
    var join: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with the certificate of the hub's authority, if the hub has a certificate of its own.",
            valueName: "file"),
        completion: .file(extensions: ["pem"]))
    var authority: String?

    @Option(
        help: ArgumentHelp("Write the settings to this file (default: standard output).", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var output: String?

    @Option(
        help: ArgumentHelp("Write a QR code of the settings to this file, as PNG.", valueName: "file"),
        completion: .file(extensions: ["png"]))
    var qr: String?

    func validate() throws {
        guard [wifiPassword, pin, join].count(where: { $0 == "-" }) < 2 else {
            throw ValidationError("Only one of --wifi-password, --pin and --join can be -.")
        }
        guard authority == nil || join != nil else { throw ValidationError("--authority expects --join.") }
        guard wifiPassword == nil || wifi != nil else { throw ValidationError("--wifi-password expects --wifi.") }
    }

    func run() async throws {
        var setup = BoxSetup(box: name)
        (setup.gate, setup.timezone) = (gate, timezone)
        setup.pin = try pin.map { try SecretLine.read($0) }
        setup.network = try wifi.map { BoxSetup.Network(name: $0, password: try wifiPassword.map(SecretLine.read)) }
        if let join {
            guard let invitation = HubInvitation(try SecretLine.read(join)) else {
                throw CommandError(
                    .badData, "\(join.printable) does not hold a whole code from `doorcheck hub enroll`.")
            }
            setup.invitation = invitation
        }
        setup.authority = try authority.map(AuthorityCertificate.read)
        // A box reads these settings as strictly as this does.
        do {
            _ = try BoxSetup(text: setup.text)
        } catch {
            throw CommandError(.usage, error.faults.map(\.problem).joined(separator: "\n"))
        }
        if let qr { try saveCode(of: setup, to: qr) }
        let text = Array(setup.text.utf8)
        if let output { try OutputFile.save(text, to: output) } else if qr == nil { try Terminal.output(text) }
        if output != nil || qr != nil {
            Terminal.note("Whoever has this can join the network and the hub in the box's place: delete it afterwards.")
        }
    }

    private func saveCode(of setup: BoxSetup, to path: String) throws {
        guard let code = setup.code else {
            throw CommandError(
                .badData,
                "The settings are too long for a QR code that a camera reads easily; use --output and a stick.")
        }
        let symbol = try QRSymbol(text: code, errorCorrection: .medium)
        try OutputFile.save(symbol.png(), to: path)
    }
}

extension AuthorityCertificate {
    /// Reads a PEM file with one certificate.
    ///
    /// - Throws: ``CommandError``, ``FileError``.
    static func read(_ path: String) throws -> AuthorityCertificate {
        let text = String(decoding: try SmallFile.read(path, atMost: 1 << 16), as: UTF8.self)
        guard let certificate = AuthorityCertificate(pem: text) else {
            throw CommandError(
                .badData,
                "\(path.printable) must hold one certificate in PEM form, of at most \(AuthorityCertificate.limit) "
                    + "bytes; of several, give that of the authority alone.")
        }
        return certificate
    }
}
