// `doorcheck box wait`

import ArgumentParser
import DoorConfiguration
import DoorDaemon
import DoorDisplay
import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import HTTPSupport
import Logging
import Office
import ServiceLifecycle
import Synchronization
import UnixSignals

struct BoxWait: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Show the first screen of a new box until it has its settings.",
        discussion: """
            The box's service does this before the door opens. It takes the settings from the file as soon as that is \
            there, or from a code before the camera, and says on the screen what is wrong with either. A box that has \
            its settings does not wait.

            With settings that name a hub it ends with 75 and is to be started again: until the box has joined, it \
            says what is missing, and takes a code that corrects the Wi-Fi.

            On the machine of an office it shows where the office is, whenever the office has no door.

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
        let first = await look.next()
        if case .taken = first { return try await end(installer) }
        let start = try await installer.stage()
        if case .done = start { return }
        let missing = MissingNetwork()
        var logger = Logger(label: "doorcheck") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let notices = OfficeNoticeReader(in: OfficeNotice.folder(environment: ProcessInfo.processInfo.environment))
        let screen = FirstScreen(
            of: settings, after: first,
            read: { code in
                do {
                    guard let setup = try BoxSetup.read(code: code) else { return .nothing }
                    guard try await installer.installFromCode(setup) else { return .nothing }
                    BoxApply.tell(setup)
                    return .taken
                } catch {
                    return .refused("\(error)")
                }
            },
            look: {
                let outcome = await look.next()
                guard case .nothing = outcome else { return outcome }
                // The hub may answer, or an event or a key come from another box's stick.
                return switch try? await installer.stage() {
                case .done: (try? installer.isOffice) == true ? .office : .taken
                case .joining(let setup): await missing.outcome(setup)
                default: .nothing
                }
            },
            notices: notices, logger: logger)
        let turns = ScreenTurns(screen: screen, address: settings.display.address, notices: notices)
        // One group for all turns, so that no signal is lost between two.
        var group = ServiceGroupConfiguration(
            services: [.init(service: turns, successTerminationBehavior: .gracefullyShutdownGroup)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: group).run()
        try await end(installer)
    }

    private func end(_ installer: BoxInstaller) async throws {
        if case .joining = try await installer.stage() { throw ExitCode(ExitStatus.tryAgain.rawValue) }
    }
}

/// Shows the first screen, and lets the doors of the office have its page in between.
private struct ScreenTurns: Service {
    let screen: FirstScreen
    let address: ListeningAddress
    let notices: OfficeNoticeReader

    func run() async throws {
        while case .door = try await screen.run() {
            guard await cancelWhenGracefulShutdown(waitForEnd) else { return }
        }
    }

    /// Returns once the office has no door any more, and nothing else has the door's page.
    ///
    /// - Returns: Whether that is so: when the machine is turned off, this program ends as well.
    private func waitForEnd() async -> Bool {
        while !Task.isCancelled {
            let hasDoor = await notices.current?.hasDoor == true || OpenPort.exists(at: address)
            guard hasDoor else { return true }
            try? await Task.sleep(for: .seconds(1))
        }
        return false
    }
}

/// Says once what a box lacks that has its settings and has not reached its hub.
private final class MissingNetwork: Sendable {
    private let told = Mutex<String?>(nil)

    func outcome(_ setup: BoxSetup) async -> FirstScreen.Outcome {
        let sentence =
            LocalNetwork.isJoined
            ? "It has its settings, and its hub does not answer yet."
            : setup.network == nil
                ? "It has its settings, but no network: plug in its cable."
                : "It has its settings, but no network: are the name and the password of the Wi-Fi right?"
        guard told.withLock({ $0 != sentence }) else { return .nothing }
        told.withLock { $0 = sentence }
        return .refused(sentence)
    }
}

/// Looks at a file, and reads it again only after it was changed.
private final class StickWatch: Sendable {
    private let file: String?
    private let installer: BoxInstaller
    private let seen = Mutex<FileFacts.Version?>(nil)

    init(file: String?, installer: BoxInstaller) {
        (self.file, self.installer) = (file, installer)
    }

    func next() async -> FirstScreen.Outcome {
        guard let file, let version = FileFacts(file)?.version else { return .nothing }
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
