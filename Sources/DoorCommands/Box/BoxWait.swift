// `doorcheck box wait`

import ArgumentParser
import DoorConfiguration
import DoorDaemon
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Logging
import Synchronization

struct BoxWait: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Show the first screen of a new box until it has its settings.",
        discussion: """
            The box's service does this before the door opens. It takes the settings from the file as soon as that is \
            there, or from a code before the camera, and says on the screen what is wrong with either. A box that has \
            its settings does not wait.

              sudo doorcheck box wait /boot/doorcheck/box.toml
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The file.", completion: .file(extensions: ["toml"]))
    var file: String?

    @OptionGroup var system: BoxSystemOptions

    func run() async throws {
        let settings = try configuration.load()
        let installer = try system.installer(configuration, settings)
        let look = StickWatch(file: file, installer: installer)
        if case .taken = await look.next() { return }
        guard !(try await installer.isSetUp()) else { return }
        var logger = Logger(label: "doorcheck") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let screen = FirstScreen(
            of: settings,
            read: { code in
                do {
                    guard let setup = try BoxSetup.read(code: code) else { return .nothing }
                    try await installer.install(setup)
                    BoxApply.tell(setup)
                    return .taken
                } catch {
                    return .refused("\(error)")
                }
            },
            look: {
                // An event or a key may come from another box's stick.
                let outcome = await look.next()
                guard case .nothing = outcome else { return outcome }
                return (try? await installer.isSetUp()) == true ? .taken : .nothing
            },
            logger: logger)
        try await screen.run()
    }
}

/// Looks at a file, and reads it again only after it was changed.
private final class StickWatch: Sendable {
    private let file: String?
    private let installer: BoxInstaller
    private let seen = Mutex<String?>(nil)

    init(file: String?, installer: BoxInstaller) {
        (self.file, self.installer) = (file, installer)
    }

    func next() async -> FirstScreen.Outcome {
        var status = stat()
        guard let file, stat(file, &status) == 0 else { return .nothing }
        let version = "\(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"
        guard seen.withLock({ $0 != version }) else { return .nothing }
        seen.withLock { $0 = version }
        do {
            guard let setup = try await SetupStick(file: file).install(with: installer) else { return .nothing }
            BoxApply.tell(setup)
            return .taken
        } catch {
            Terminal.note("doorcheck: \(error)")
            return .refused("\(error)")
        }
    }
}
