// `doorcheck hub serve`

import Alerts
import ArgumentParser
import Attendance
import DoorConfiguration
import DoorDaemon
import DoorDisplay
import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import Glibc
import HTTPSupport
import Hub
import HubClient
import Ledger
import Logging
import ServerTLS
import ServiceLifecycle
import Sync
import TicketSigning
import UnixSignals

struct HubServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the hub.",
        discussion: """
            Runs until SIGINT or SIGTERM. Boxes sign what they send, but without TLS anyone on the network can read \
            it. Where others use the network, give the hub a certificate (hub.certificate) or put it behind a web \
            server with one (docs/hub.md). The hub loads a renewed certificate within a minute.

            The configuration's ledger takes part: tickets that are issued into it on this machine reach the boxes, \
            and the organiser's pages at the same address use its figures. `doorcheck hub token` creates the secret \
            for them.

            With the Debian package, the hub has a user of its own, which may not write keys or read the master key. \
            Before it starts, its service runs `hub serve --prepare` as the user who owns the files.

              doorcheck hub serve --config hub.toml
            """
    )

    @Flag(help: "Create the hub's files, let the group of their folders use them, and end.")
    var prepare = false

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let context = try CommandContext(creatingFor: configuration)
        guard !prepare else { return try await prepareFiles(of: context) }
        let settings = context.configuration
        var logger = Logger(label: "doorcheck-hub") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        let manager = ServiceManager(environment: ProcessInfo.processInfo.environment)
        let address = settings.hubListen
        let (certificate, own) = try settings.hubCertificate()
        let channels = try settings.alertSettings().senders
        let service = try await settings.hubService(creatingFile: true)
        try await service.startEpoch()
        do {
            try await warnOfMissingKeys(context)
        } catch {
            // Boxes get no keys, but all else works.
            Terminal.note("doorcheck: Boxes get no keys from this hub. \(error)")
        }
        let zone = LocalZone.machine
        let organiser = try OrganiserDashboard(
            service: service, ledger: context.ledger, key: await context.boxKey(), version: ProgramVersion.current,
            localMilliseconds: { zone.localMilliseconds($0) }, logger: logger)
        if let box = try await context.ledger.unheardOwner() { Terminal.note("doorcheck: \(box)") }
        let notices = OfficeNoticeReader(in: OfficeNotice.folder(environment: ProcessInfo.processInfo.environment))
        let server = HubServer(
            service: service,
            key: try await settings.hubKey(of: service),
            address: address,
            certificate: certificate,
            own: own,
            organiser: organiser,
            eventKeys: { try await Self.eventKeys(context) },
            office: { await notices.place },
            metricsReaders: settings.hubMetricsReaders,
            version: ProgramVersion.current,
            onListening: { port in
                Terminal.note("hub at \(settings.hubURL(at: address.with(port: port)))")
                if let certificate, own != nil {
                    Terminal.note("The certificate's SHA-256 hash begins with \(certificate.fingerprint).")
                }
                manager?.tell("READY=1")
            },
            logger: logger
        )
        let alerts = try await context.alertServices(by: channels, watching: service, organiser, logger: logger)
        try await run([server] + alerts, logger: logger)
    }

    /// Runs services until SIGINT or SIGTERM.
    private func run(_ services: [any Service], logger: Logger) async throws {
        var group = ServiceGroupConfiguration(
            services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        )
        group.maximumGracefulShutdownDuration = .seconds(5)
        try await ServiceGroup(configuration: group).run()
    }

    /// Creates what the hub's user may not, and lets it use what belongs to another user.
    private func prepareFiles(of context: CommandContext) async throws {
        let settings = context.configuration
        let service = try await settings.hubService(creatingFile: true)
        _ = try await settings.hubKey(of: service)
        _ = try await context.boxKey()
        if settings.hubMakesCertificate { _ = try settings.hubOwnAuthority() }
        let databases = [context.ledger.path, settings.hubDatabase].filter { !$0.contains("://") }
        do {
            try context.keys.shareWithHub()
            for database in databases {
                for suffix in ["", "-wal", "-shm", "-journal", "-lock"] {
                    try SharedFolder.share(database + suffix, readOnly: false)
                }
            }
        } catch KeyFileError.io(_, let path, let errno) {
            throw CommandError(
                .noPermission,
                "The hub's user cannot be given access to \(path) (\(String(cString: strerror(errno)))); the file's "
                    + "owner must be a member of its folder's group.")
        }
    }

    /// Returns the keys that boxes get: those of the ledger's events that have a file.
    private static func eventKeys(_ context: CommandContext) async throws -> [EventKey] {
        let facts = try await context.ledger.keys()
        let known = Set(facts.map(\.keyID))
        return try context.keys.eventKeys(for: facts, opensMaster: false).filter { known.contains($0.keyID) }
    }

    /// Names the keys that boxes do not get because their files are missing.
    private func warnOfMissingKeys(_ context: CommandContext) async throws {
        let facts = try await context.ledger.keys().filter { !$0.isRetired && $0.suite == .hmacSHA256 }
        guard !facts.isEmpty else { return }
        let here = Set(try await Self.eventKeys(context).map(\.keyID))
        let events = Dictionary(try await context.ledger.events().map { ($0.id, $0.slug) }) { first, _ in first }
        for fact in facts where !here.contains(fact.keyID) {
            let event = (events[fact.event] ?? fact.event.description).printable
            let export = "doorcheck key export --key \(fact.keyID) \(context.keys.path)/\(event)-\(fact.epoch).key"
            Terminal.note(
                "doorcheck: there is no file with key \(fact.keyID) of event '\(event)' in \(context.keys.path), so "
                    + "boxes do not get this key from the hub. Copy the file there, or write it where the master key "
                    + "is, with `\(export)`.")
        }
    }
}

extension ServerCertificate {
    /// Reads a certificate that a configuration names. Blocks its thread briefly.
    ///
    /// - Parameters:
    ///   - chain: The path of the chain; `nil` for none.
    ///   - key: The path of the key; `nil` if it is in the same file.
    ///   - section: The configuration's section, for errors.
    /// - Throws: ``CommandError`` for a key without a certificate; `ServerCertificateError`.
    init?(chain: String?, key: String?, of section: String) throws {
        guard let chain else {
            guard key == nil else {
                throw CommandError(
                    .usage,
                    "\(section).certificate_key names a key, and \(section).certificate no certificate; set both.")
            }
            return nil
        }
        try self.init(chain: chain, key: key ?? chain)
    }
}

extension Configuration {
    /// Returns the certificate that the hub presents, `nil` for plain HTTP, and what makes it again. Blocks its thread
    /// briefly.
    fileprivate func hubCertificate() throws -> (certificate: ServerCertificate?, own: OwnCertificate?) {
        guard hubMakesCertificate else {
            return (try ServerCertificate(chain: hubCertificatePath, key: hubCertificateKeyPath, of: "hub"), nil)
        }
        let authority = try hubOwnAuthority()
        let (listen, url) = (hubListen, hubURL.flatMap { HubAddress(url: $0) })
        let own = OwnCertificate(at: hubOwnCertificatePath, of: "DoorCheck hub", signedBy: authority) {
            .machine(at: listen, also: url.map { [$0.name.lowercased()] } ?? [])
        }
        return (try own.current(), own)
    }
}
