// `doorcheck office serve`: what an organiser does, in a browser.

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import Glibc
import HTTPSupport
import Logging
import Office
import ServerTLS
import ServiceLifecycle
import UnixSignals

struct OfficeServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Open the office's page (default).",
        discussion: """
            Opens a page in the browser of this machine: create events, import guest lists, print tickets, check \
            pictures, and see the report. It uses the same ledger and keys as all commands. You open the page with \
            a link that works once and on this machine only; others log in with the name and password of an account \
            (`doorcheck office account`). Ends with Ctrl-C.

            Other devices reach it at an address that is not this machine's alone. That needs at least one account. \
            Without a certificate it makes one of its own, of which browsers warn: compare its SHA-256 hash with what \
            is printed here.

            As a service it needs neither a link nor an account: on a machine that nothing is on yet, the screen of \
            its door display shows a one-time code, with which the first account is made on another device.

              doorcheck office
              doorcheck office serve --no-browser          only print the link
              doorcheck office --listen 0.0.0.0:8470 --certificate office.pem
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Option(
        help: ArgumentHelp(
            "Where to listen (default: office.listen, or another port of this machine if 127.0.0.1:8470 is taken).",
            valueName: "address:port"),
        transform: Self.address)
    var listen: ListeningAddress?

    @Option(
        help: ArgumentHelp(
            "A PEM file with the certificate and its chain, for HTTPS (default: office.certificate).",
            valueName: "file"))
    var certificate: String?

    @Option(
        help: ArgumentHelp(
            "A PEM file with the certificate's key (default: office.certificate_key, or the certificate's file).",
            valueName: "file"))
    var certificateKey: String?

    @Flag(inversion: .prefixedNo, help: "Open the page in a browser.")
    var browser = true

    @Flag(
        help: ArgumentHelp(
            "Run for other devices, with a code on this machine's screen in place of the link "
                + "(doorcheck-office.service)."))
    var asService = false

    /// Where to listen. A service is for other devices: if the configured address is one of this machine alone, it
    /// listens on all addresses with that port. Only `--listen` keeps it local.
    private func listeningAddress(_ settings: Configuration) -> ListeningAddress {
        if let listen { return listen }
        guard asService, settings.officeListen.isLocal, let open = ListeningAddress("0.0.0.0:8470") else {
            return settings.officeListen
        }
        return open.with(port: settings.officeListen.port)
    }

    /// A certificate, and what makes it again.
    private struct Certificate {
        var certificate: ServerCertificate?
        /// `nil` for a certificate that somebody else renews.
        var own: OwnCertificate?
    }

    private static func address(_ text: String) throws -> ListeningAddress {
        guard let address = ListeningAddress(text) else {
            throw ValidationError("--listen expects an IP address and a port, such as 127.0.0.1:8470.")
        }
        return address
    }

    /// Returns the certificate for an address: others than this machine's own need one, because passwords must not
    /// cross a network in the clear. Without one that is named, the office makes its own.
    ///
    /// - Throws: `ServerCertificateError`; ``CommandError`` if root would make it among another user's files.
    private func certificate(for address: ListeningAddress, _ settings: Configuration) throws -> Certificate {
        guard certificate != nil || certificateKey != nil || !address.isLocal else { return Certificate() }
        let chain = certificate ?? settings.officeCertificatePath
        let key = certificateKey ?? (certificate == nil ? settings.officeCertificateKeyPath : nil)
        if let read = try ServerCertificate(chain: chain, key: key, of: "office") {
            return Certificate(certificate: read)
        }
        let path = settings.keysFolder + "/office.pem"
        try Ownership.check(path)
        try OutputFolder.make(settings.keysFolder)
        let own = OwnCertificate(at: path, of: "DoorCheck office") { .machine(at: address) }
        return Certificate(certificate: try own.current(), own: own)
    }

    /// Loads the configuration. For somebody who has just got the program, makes one.
    ///
    /// - Throws: ``ConfigurationError``, ``FileError``.
    private func loadOrMake() throws -> Configuration {
        // Looked at first: another office may make the file meanwhile.
        let hasFile = configuration.file != nil
        let settings = try configuration.load()
        guard !hasFile, !asService,
            let own = PersonalConfiguration(environment: ProcessInfo.processInfo.environment),
            try own.make(inPlaceOf: settings)
        else { return settings }
        Terminal.note("This machine has no configuration, so your events are kept in \(own.folder).")
        return try configuration.load()
    }

    /// Checks that there is a place for what organisers make, before they make it. Makes folders that are missing.
    ///
    /// - Throws: ``CommandError``.
    private static func checkFolders(_ settings: Configuration) throws {
        do {
            for folder in [OutputFolder.folder(of: settings.ledgerPath), settings.keysFolder] {
                try OutputFolder.make(folder)
            }
        } catch let error as FileError {
            throw CommandError(
                .noPermission,
                "\(error) The office keeps tickets and keys there: run it as the user who may, such as "
                    + "`sudo -u doorcheck doorcheck office`, or name a configuration with folders of your own, "
                    + "`--config doorcheck.toml`.")
        }
    }

    /// Returns how the first account is made; `nil` if there is one, or only the link makes one.
    ///
    /// - Throws: ``CommandError`` if nobody could log in at the address; `OfficeAccountsError`.
    private func firstAccount(
        at address: ListeningAddress, of accounts: OfficeAccounts, _ settings: Configuration
    ) async throws -> FirstAccount? {
        let installer = BoxInstaller(of: settings, file: configuration.file ?? Configuration.systemPath, system: "")
        let first = FirstAccount(of: accounts) { try await installer.isNew() }
        let hasAccounts = try await !accounts.all().isEmpty
        if asService {
            _ = await first.isOpen
            if await !first.isGone { return first }
        }
        guard hasAccounts || address.isLocal && !asService else {
            throw CommandError(
                .usage,
                "Other devices can reach \(address), and nobody could log in there: add an account first with "
                    + "`doorcheck office account add`.")
        }
        return asService ? first : nil
    }

    func run() async throws {
        let settings = try loadOrMake()
        try Ownership.check(settings.ledgerPath)
        try Self.checkFolders(settings)
        var logger = Logger(label: "doorcheck-office") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        let code = OfficeLink.newCode()
        let link = OfficeLink(code: code)
        let opensBrowser = browser && !asService
        let address = listeningAddress(settings)
        let accounts = OfficeAccounts(in: KeyFolder(path: settings.keysFolder))
        let firstAccount: FirstAccount?
        do {
            firstAccount = try await self.firstAccount(at: address, of: accounts, settings)
        } catch let error as CommandError where asService {
            // Not a failure, or the service manager would try for ever.
            return Terminal.note("doorcheck: \(error)")
        }
        let made = try certificate(for: address, settings)
        let certificate = made.certificate
        // The same port each time, so that a page that is still open goes on with a new link.
        let mayMove = listen == nil && !asService && settings.officeListen == .standard.with(port: 8470)
        let signs = firstAccount.map {
            OfficeSigns(
                in: OfficeNotice.folder(environment: ProcessInfo.processInfo.environment), accounts: accounts,
                firstAccount: $0, isOwnCertificate: made.own != nil, logger: logger)
        }
        let server = OfficeServer(
            configuration: settings, address: address, certificate: certificate, own: made.own,
            firstAccount: firstAccount, mayMove: mayMove,
            code: code, actor: StaffOptions.user,
            program: ["/proc/self/exe"] + (configuration.file.map { ["--config", $0] } ?? []),
            hub: OfficeHub(settings),
            onListening: { address in
                if let signs { return signs.listens(at: address) }
                let here = address.isLocal ? address : .standard.with(port: address.port)
                let url = "\(certificate == nil ? "http" : "https")://\(here)/#\(code)"
                Terminal.note("The office is open. If no browser shows it, open this link; it works once:\n\(url)")
                for name in certificate?.hosts ?? [] where !address.isLocal {
                    Terminal.note("Other devices: https://\(name):\(address.port)/")
                }
                if let certificate, made.own != nil {
                    Terminal.note("The certificate's SHA-256 hash begins with \(certificate.fingerprint).")
                }
                if opensBrowser { await link.open(url) }
            },
            onOpened: { await link.remove() },
            logger: logger)
        signs?.show(server)
        var services = [ServiceGroupConfiguration.ServiceConfiguration(service: server)]
        if let signs { services.append(.init(service: signs, successTerminationBehavior: .gracefullyShutdownGroup)) }
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(3)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch {
            await link.remove()
            throw error
        }
        await link.remove()
    }
}

/// The one-time link to the office.
///
/// Arguments of programs can be read by everybody on a machine, so the browser gets a file that leads to the link, and
/// that only this user can read.
actor OfficeLink {
    private let code: String
    private var path: String?

    init(code: String) {
        self.code = code
    }

    /// Returns a code that nobody guesses.
    static func newCode() -> String { RandomText.make(words: 4) }

    /// Opens the link in the user's browser, if there is a desktop.
    func open(_ url: String) {
        let environment = ProcessInfo.processInfo.environment
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        guard hasDesktop else { return }
        let folder = environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp"
        let file = "\(folder)/doorcheck-office-\(getpid()).html"
        let page = """
            <!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(url)"><title>DoorCheck</title>

            """
        do {
            try OutputFile.save(Array(page.utf8), to: file)
            path = file
            try Self.start("xdg-open", file)
        } catch {
            Terminal.note("No browser could be started (\(error)).")
        }
    }

    /// Removes the file that leads to the link.
    func remove() {
        if let path { unlink(path) }
        path = nil
    }

    /// `POSIX_SPAWN_SETSID` of glibc, which Swift does not see.
    private static let ownSession: Int16 = 0x80

    private static func start(_ program: String, _ argument: String) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // A browser's own messages do not belong between ours.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments = [strdup(program), strdup(argument), nil]
        defer { for text in arguments { free(text) } }
        // In a session of its own: what Ctrl-C ends is the office, not the browser that it has opened.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigemptyset(&usual)
        sigaddset(&usual, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Self.ownSession | Int16(POSIX_SPAWN_SETSIGDEF))
        OpenFiles.closeOnExec()
        var child = pid_t()
        let status = posix_spawnp(&child, program, &actions, &attributes, &arguments, environ)
        guard status == 0 else { throw FileError("start \(program)", errno: status) }
    }
}
