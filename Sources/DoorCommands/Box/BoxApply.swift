// `doorcheck box apply`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import HubClient

struct BoxApply: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apply",
        abstract: "Take the settings of a new box, from the file or the code of `doorcheck box setup`.",
        discussion: """
            The box takes all settings or none, and only while it has no event and no key. Then it overwrites the \
            secrets in the file. If something is wrong, it says where, also in PROBLEM.TXT next to the file.

              sudo doorcheck box apply /media/DOORCHECK/box.toml
              sudo doorcheck box apply --camera
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The file.", completion: .file(extensions: ["toml"]))
    var file: String?

    @Flag(help: "Read the code with the camera.")
    var camera = false

    @OptionGroup var system: BoxSystemOptions

    func validate() throws {
        guard (file == nil) == camera else { throw ValidationError("Give a file, or --camera.") }
    }

    func run() async throws {
        let settings = try configuration.load()
        let installer = try system.installer(configuration, settings)
        guard let file else {
            Terminal.note("Hold the code in front of the camera.")
            let setup = try await CodeWatch(settings).first(ofKind: "doorcheck box setup") { code in
                try BoxSetup.read(code: code)
            }
            try await installer.install(setup)
            return Self.tell(setup)
        }
        if let setup = try await SetupStick(file: file).install(with: installer) { Self.tell(setup) }
    }

    static func tell(_ setup: BoxSetup) {
        let hub = setup.invitation.map { " It joins the hub at \($0.address.host)." } ?? ""
        Terminal.note("This box is '\(setup.box.printable)' now.\(hub)")
    }
}

/// Where the settings of a box go.
struct BoxSystemOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder with the system of the box (default: this machine's).", valueName: "folder"),
        completion: .directory)
    var system: String?

    /// - Throws: ``CommandError`` if there is no configuration.
    func installer(_ configuration: ConfigurationOptions, _ settings: Configuration) throws -> BoxInstaller {
        guard let path = configuration.file else {
            throw CommandError(
                .noInput, "There is no configuration at \(Configuration.systemPath), which the package brings.")
        }
        return BoxInstaller(of: settings, file: path, system: system ?? "")
    }
}
