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

            Other devices reach it at an address that is not this machine's alone. That needs a certificate for the \
            name in their address bar, and at least one account.

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

    private static func address(_ text: String) throws -> ListeningAddress {
        guard let address = ListeningAddress(text) else {
            throw ValidationError("--listen expects an IP address and a port, such as 127.0.0.1:8470.")
        }
        return address
    }

    /// Returns the certificate for an address: others than this machine's own need one, and an account.
    ///
    /// - Throws: ``CommandError`` without either; `ServerCertificateError`, `OfficeAccountsError`.
    private func certificate(
        for address: ListeningAddress, _ settings: Configuration
    ) async throws -> ServerCertificate? {
        guard certificate != nil || certificateKey != nil || !address.isLocal else { return nil }
        let chain = certificate ?? settings.officeCertificatePath
        let key = certificateKey ?? (certificate == nil ? settings.officeCertificateKeyPath : nil)
        guard let read = try ServerCertificate(chain: chain, key: key, of: "office") else {
            throw CommandError(
                .usage,
                "Other devices can reach \(address), and passwords must not cross a network in the clear: name a "
                    + "certificate with --certificate or office.certificate, or listen on 127.0.0.1:\(address.port).")
        }
        guard try await !OfficeAccounts(in: KeyFolder(path: settings.keysFolder)).all().isEmpty || address.isLocal
        else {
            throw CommandError(
                .usage,
                "Other devices can reach \(address), and nobody could log in there: add an account first with "
                    + "`doorcheck office account add`.")
        }
        return read
    }

    func run() async throws {
        let settings = try configuration.load()
        try Ownership.check(settings.ledgerPath)
        var logger = Logger(label: "doorcheck-office") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        let code = OfficeLink.newCode()
        let link = OfficeLink(code: code)
        let opensBrowser = browser
        let address = listen ?? settings.officeListen
        let certificate = try await certificate(for: address, settings)
        // The same port each time, so that a page that is still open goes on with a new link.
        let mayMove = listen == nil && settings.officeListen == .standard.with(port: 8470)
        let server = OfficeServer(
            configuration: settings, address: address, certificate: certificate, mayMove: mayMove,
            code: code, actor: StaffOptions.user,
            program: ["/proc/self/exe"] + (configuration.file.map { ["--config", $0] } ?? []),
            hub: OfficeHub(settings),
            onListening: { address in
                let here = address.isLocal ? address : .standard.with(port: address.port)
                let url = "\(certificate == nil ? "http" : "https")://\(here)/#\(code)"
                Terminal.note("The office is open. If no browser shows it, open this link; it works once:\n\(url)")
                for name in certificate?.hosts ?? [] where !address.isLocal {
                    Terminal.note("Other devices: https://\(name):\(address.port)/")
                }
                if opensBrowser { await link.open(url) }
            },
            onOpened: { await link.remove() },
            logger: logger)
        var group = ServiceGroupConfiguration(
            services: [.init(service: server)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
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
