// Serves the office's pages.

import Accounts
package import DoorConfiguration
import DoorInstallation
import DoorOutput
import FoundationEssentials
import Glibc
package import HTTPSupport
import HTTPTypes
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Ledger
package import Logging
import NIOCore
import Organising
import Paper
package import Scanner
package import ServerTLS
import ServiceLifecycle
import TicketLists
import TicketPrinting
import TicketSigning

/// The office's web server: what an organiser does before and after an event, in a browser on this machine, or with a
/// certificate and accounts on others.
package struct OfficeServer: Service {
    let desk: OfficeDesk
    let sessions: OfficeSessions
    var accounts: OfficeAccounts { sessions.accounts }
    private let address: ListeningAddress
    private let mayMove: Bool
    private let onListening: @Sendable (ListeningAddress) async -> Void
    let logger: Logger

    /// How long a connection may be idle: a page asks for something every few minutes at most.
    private static let timeouts = ConnectionTimeouts(idle: .seconds(120))
    private static let limits = ConnectionLimits(total: 64, perAddress: 64, reserved: 8)
    /// A browser has six connections at most; several people may share an address.
    private static let networkLimits = ConnectionLimits(total: 256, perAddress: 48, reserved: 16)

    /// The session's cookie. Cookies belong to a host, whatever the port, and two offices may be open on this machine.
    let cookie: String
    /// The cookie with the mark of a ``HTTPSupport/KnownBrowser``; the mark outlives the office.
    let browserCookie: String
    private let certificate: CertificateReloader?
    /// How the first account is made; `nil` for an office with a link.
    let firstAccount: FirstAccount?

    /// The certificate that browsers get now; `nil` for plain HTTP.
    package var currentCertificate: ServerCertificate? { certificate?.certificate }

    /// Whether the office has a door, or is about to open one.
    package var hasDoor: Bool { get async { await desk.hasDoor } }

    /// Whether browsers reach the office over TLS only.
    var isEncrypted: Bool { certificate != nil }

    /// - Parameters:
    ///   - configuration: Where this machine's files are.
    ///   - address: Where to listen; without a certificate, only this machine may reach it.
    ///   - certificate: The certificate for HTTPS; `nil` for plain HTTP.
    ///   - own: Makes the certificate again when that is due; `nil` for one that somebody else renews.
    ///   - firstAccount: How the first account is made; `nil` if only the link and commands make one.
    ///   - mayMove: Whether to take another port if another program has this one.
    ///   - code: The one-time code that opens a session.
    ///   - actor: Who has the one-time code: the user of this machine.
    ///   - program: The path of `doorcheck`, and the options that each of its commands gets.
    ///   - decoding: Where pictures are decoded.
    ///   - hub: The hub on this machine.
    ///   - onListening: Called once, with the actual port.
    ///   - onOpened: Called when the one-time code was used.
    ///   - logger: Logs errors.
    package init(
        configuration: Configuration,
        address: ListeningAddress,
        certificate: ServerCertificate? = nil,
        own: OwnCertificate? = nil,
        firstAccount: FirstAccount? = nil,
        mayMove: Bool = false,
        code: String,
        actor: String,
        program: [String],
        decoding: DecoderLocation = .outOfProcess,
        hub: OfficeHub = .none,
        onListening: @escaping @Sendable (ListeningAddress) async -> Void,
        onOpened: @escaping @Sendable () async -> Void = {},
        logger: Logger
    ) {
        precondition(address.isLocal || certificate != nil, "passwords are typed over TLS only")
        // What it makes itself follows the machine's addresses, which a network gives and takes.
        self.certificate = certificate.map {
            CertificateReloader($0, every: .seconds(own == nil ? 60 : 5), own: own, logger: logger)
        }
        self.firstAccount = firstAccount
        // A cookie with this prefix comes from this host over TLS, and nowhere else can one be planted (RFC 6265bis).
        let prefix = certificate == nil ? "" : "__Host-"
        cookie = prefix + "doorcheck-office-\(RandomText.make(words: 1))"
        browserCookie = prefix + "doorcheck-office-browser"
        desk = OfficeDesk(
            configuration: configuration, program: program, decoding: decoding, hub: hub,
            sharesScreen: firstAccount != nil, logger: logger)
        let accounts = OfficeAccounts(in: KeyFolder(path: configuration.keysFolder))
        sessions = OfficeSessions(code: code, user: actor, accounts: accounts)
        (self.address, self.mayMove, self.logger) = (address, mayMove, logger)
        (self.onListening, self.onOpened) = (onListening, onOpened)
    }

    let onOpened: @Sendable () async -> Void

    /// Serves until the shutdown.
    ///
    /// - Throws: ``CommandError`` if the address cannot be used.
    package func run() async throws {
        await desk.takeOverDoor()
        do {
            try await serve(at: address)
        } catch let error as IOError where error.errnoCode == EADDRINUSE && mayMove {
            try await serve(at: address.with(port: 0))
        } catch let error as IOError {
            throw CommandError(
                .unavailable,
                "The office cannot use \(address): \(String(cString: strerror(error.errnoCode))). Choose another "
                    + "port with --listen.")
        }
        await desk.mails.pauseAll()
        await desk.doorProgram.close()
        await desk.deviceTest.end()
    }

    private func serve(at address: ListeningAddress) async throws {
        async let fonts: Void = desk.printer.loadFonts()
        let channels = LimitedChannel.builder(
            address.isLocal ? Self.limits : Self.networkLimits, Self.timeouts)
        let application = Application(
            router: router,
            server: try certificate.map { try .tls(channels, tlsConfiguration: $0.configuration) } ?? channels,
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            services: certificate.map { [$0] } ?? [],
            onServerRunning: { channel in
                await onListening(address.with(port: channel.localAddress?.port ?? address.port))
            },
            logger: logger
        )
        try await application.run()
        await fonts
    }

    /// The office's own names: the loopback ones, and those of the certificate.
    private var originCheck: OriginCheck<OfficeContext> {
        let local = address.localNames ?? ListeningAddress.standard.localNames ?? []
        guard let certificate else { return OriginCheck(names: local) }
        return OriginCheck(encryptedAs: { host in local.contains(host) || certificate.certificate.names(host) })
    }

    var router: Router<OfficeContext> {
        let router = Router(context: OfficeContext.self)
        router.add(middleware: SecurityHeaders(answer: Self.response))
        router.add(middleware: originCheck)
        router.add(
            middleware: OfficeSessionMiddleware(
                sessions: sessions, cookie: cookie, servesAllUsers: firstAccount != nil,
                onEnded: { await desk.forget($0) }))
        for file in OfficeFile.allCases { router.get(RouterPath(file.rawValue)) { _, _ in file.response } }
        router.addWords()
        addLogIn(to: router)
        addFirstAccount(to: router)
        let routes = OfficeRoutes(router.group("/office").add(middleware: DeedLog()))
        addState(to: routes)
        addPeople(to: routes)
        addHubPeople(to: routes)
        addEvents(to: routes)
        addLogos(to: routes)
        addLists(to: routes)
        addTickets(to: routes)
        addPrinting(to: routes)
        addMail(to: routes)
        addPictures(to: routes)
        addDoor(to: routes)
        addBoxes(to: routes)
        addDuring(to: routes)
        addAfterwards(to: routes)
        return router
    }
}

// MARK: Responses

extension OfficeServer {
    /// Returns a value as a response.
    func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        try Self.json(value, status: status)
    }

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }

    /// Returns a file for the browser to save.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - name: ASCII letters, digits, `-`, `_` and `.`.
    ///   - type: Its media type.
    /// - Returns: The response.
    func file(_ bytes: [UInt8], name: String, type: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .contentDisposition: "attachment; filename=\"\(name)\""],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns the response to an error, in words for the person at the page; one that no one expected is logged.
    private static func response(
        to error: any Error, for request: Request, context: OfficeContext
    ) throws -> Response {
        if let refusal = OfficeRefusal(error) {
            return try json(RefusalBody(refusal), status: refusal.cause.status)
        }
        if let error = error as? any HTTPResponseError, error.status != .internalServerError {
            return try json(RefusalBody(said: words(for: error.status)), status: error.status)
        }
        context.logger.error("the office could not answer", metadata: ["error": "\(error)"])
        return try json(
            RefusalBody(said: "This did not work; the terminal that runs the office says why."),
            status: .internalServerError)
    }

    private static func words(for status: HTTPResponse.Status) -> String {
        switch status {
        case .notFound: "There is no such page in this office."
        case .contentTooLarge: "This is too large for a form."
        case .badRequest: "The office does not understand what the page sent; load the page again."
        case .forbidden, .misdirectedRequest: "Only this office's own pages may do this."
        default: "This did not work (\(status.code))."
        }
    }
}

extension OfficeRefusal.Cause {
    fileprivate var status: HTTPResponse.Status {
        switch self {
        case .invalid: .unprocessableContent
        case .missing: .notFound
        case .conflict: .conflict
        case .unavailable: .serviceUnavailable
        case .tooLarge: .contentTooLarge
        case .noSession: .unauthorized
        case .notPermitted: .forbidden
        case .tooManyTries: .tooManyRequests
        }
    }
}

extension OfficeRefusal {
    /// Returns a refusal for errors that are sentences for people; `nil` for all others.
    init?(_ error: any Error) {
        switch error {
        case let refusal as OfficeRefusal: self = refusal
        case let error as CommandError: self.init(error.description)
        case LedgerError.refused(let reason): self.init(reason, because: .conflict)
        case let error as LedgerError: self.init(error.description, because: .unavailable)
        case let error as KeyFileError: self.init("\(error)", because: .unavailable)
        case let error as ListError: self.init(error.sentence)
        case PrintingError.codeSide, PrintingError.paper:
            self.init("Tickets cannot be printed on this size; choose another.", field: "size")
        case let error as PrintingError: self.init("\(error)")
        case let error as PaperError: self.init("\(error)", because: .unavailable)
        case let error as FileError: self.init(error.description, because: .unavailable)
        case let error as ServerCertificateError: self.init(error.description, because: .unavailable)
        case AccountError.outOfMemory: self.init(AccountError.outOfMemory.description, because: .unavailable)
        case let error as AccountError: self.init(error.description, field: error == .name ? "name" : "password")
        case let error as OfficeAccountsError: self.init(error)
        case let error as OfficeHubError: self.init(error)
        default: return nil
        }
    }
}
