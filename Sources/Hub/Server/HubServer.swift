// Serves the hub's API.

import CEmbedded
import FoundationEssentials
import Glibc
package import HTTPSupport
import HTTPTypes
import HubProtocol
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
package import ServerTLS
public import ServiceLifecycle
package import Sync
package import TicketSigning

/// The hub's web server.
public struct HubServer: Service {
    let service: HubService
    let key: BoxKey
    let address: ListeningAddress
    let certificate: ServerCertificate?
    let own: OwnCertificate?
    let organiser: OrganiserAccess?
    let eventKeys: @Sendable () async throws -> [EventKey]
    let office: @Sendable () async -> OfficePlace?
    /// Who may read the metrics.
    let metricsReaders: [AddressBlock]
    let version: String
    let onListening: @Sendable (Int) async -> Void
    let logger: Logger

    /// How long a connection may be idle (longer than a box waits for new records), and how slow it may be.
    var timeouts = ConnectionTimeouts(idle: .seconds(60))
    /// Boxes behind one NAT router share an address, and each has a few connections. The connections reserved for
    /// this machine serve the organiser there, and a reverse proxy.
    var limits = ConnectionLimits(total: 6144, perAddress: 2560, reserved: 384)

    /// Everything that it serves and reports to is a parameter, so that tests can replace each part.
    ///
    /// - Parameters:
    ///   - service: The hub's service.
    ///   - key: Signs the answers to boxes; its public half is the one in the hub's database.
    ///   - address: Where to listen.
    ///   - certificate: The certificate for HTTPS; `nil` for plain HTTP.
    ///   - own: Makes the certificate again when that is due; `nil` for one that somebody else renews.
    ///   - organiser: Access to the organiser's pages; `nil` for none.
    ///   - eventKeys: The keys that boxes receive, from this machine's key files.
    ///   - office: Returns where the office of this machine is; `nil` if none runs as a service.
    ///   - metricsReaders: The IP addresses, and networks such as `10.42.0.0/16`, from which metrics may be read.
    ///   - version: The program's version, for the metrics.
    ///   - onListening: Called once, with the actual port.
    ///   - logger: Logs errors.
    package init(
        service: HubService,
        key: BoxKey,
        address: ListeningAddress,
        certificate: ServerCertificate? = nil,
        own: OwnCertificate? = nil,
        organiser: OrganiserDashboard? = nil,
        eventKeys: @escaping @Sendable () async throws -> [EventKey] = { [] },
        office: @escaping @Sendable () async -> OfficePlace? = { nil },
        metricsReaders: [String] = ["127.0.0.1"],
        version: String = "",
        onListening: @escaping @Sendable (Int) async -> Void = { _ in },
        logger: Logger
    ) {
        self.service = service
        self.key = key
        self.address = address
        (self.certificate, self.own) = (certificate, own)
        self.organiser = organiser.map { OrganiserAccess($0, key: key) }
        self.eventKeys = eventKeys
        self.office = office
        self.metricsReaders = metricsReaders.compactMap { AddressBlock(text: $0) }
        self.version = version
        self.onListening = onListening
        self.logger = logger
    }

    /// Serves until the shutdown.
    ///
    /// - Throws: ``HubError/cannotListen(address:reason:)``.
    public func run() async throws {
        let plain = LimitedChannel.builder(limits, timeouts)
        let watch = certificate.map { CertificateReloader($0, own: own, logger: logger) }
        let application = Application(
            router: router,
            server: try watch.map { try .tls(plain, tlsConfiguration: $0.configuration) } ?? plain,
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            services: service.services(logger: logger) + (organiser.map { [$0.service] } ?? [])
                + (watch.map { [$0] } ?? []),
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? address.port) },
            logger: logger
        )
        do {
            try await application.run()
        } catch let error as IOError {
            throw HubError.cannotListen(address: "\(address)", reason: String(cString: strerror(error.errnoCode)))
        }
    }

    var router: Router<HubContext> {
        let router = Router(context: HubContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestCounter(metrics: service.metrics))
        router.add(middleware: AnswerSigner(key: key))
        router.add(middleware: SecurityHeaders(answer: ProblemResponse.answer(at: service.elapsed), more: hubTime))
        addRoutes(to: router)
        refuseOtherMethods(of: router)
        return router
    }

    /// The hub's time, by which boxes sign their requests.
    @Sendable private func hubTime() -> HTTPFields {
        HTTPField.Name(SignatureHeader.time).map { [$0: String(service.now())] } ?? [:]
    }

    /// Adds all routes of the hub: for everyone, for boxes and for the organiser.
    func addRoutes(to router: some RouterMethods<HubContext>) {
        addHealth(to: router)
        router.get("/openapi.json") { _, _ in
            Response(
                status: .ok,
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: String(cString: embedded_openapi_json())))
            )
        }
        addEnrolment(to: router)
        let check = SignatureCheck(service)
        let boxes = router.group("/v1").add(middleware: check).group(context: BoxContext.self)
        addRecords(to: boxes)
        addBoxes(to: boxes)
        addKeys(to: boxes)
        let claims = router.group("/v1").add(middleware: SignatureCheck.forClaims(service))
        addClaims(to: claims.group(context: BoxContext.self))
        if let organiser {
            addReturn(to: router, organiser.members)
            addOrganiser(organiser, to: router)
            addOffice(organiser.sessions, to: router)
        }
    }

    /// What boxes ask the organiser's ledger.
    private static let ledgerAddresses: [(path: RouterPath, methods: [HTTPRequest.Method])] =
        [("/v1/memberships", [.post]), ("/v1/places", [.post])]

    private static let organiserAddresses: [(path: RouterPath, methods: [HTTPRequest.Method])] =
        OrganiserFile.paths.map { (RouterPath($0), [.get]) } + [
            ("/organiser/login", [.post]), ("/organiser/logout", [.post]), ("/organiser/state", [.get]),
            ("/organiser/doubles", [.get]), ("/office", [.get]),
            ("/organiser/tickets", [.post]), ("/organiser/tickets/:ticket", [.get, .post]),
            ("/organiser/exports/:table", [.get]), ("/organiser/messages", [.post]),
            ("/organiser/events/:event", [.get, .post]), ("/organiser/events/:event/closing", [.post]),
        ]

    /// Answers other methods with the list of those that a route allows (RFC 9110 section 15.5.6).
    private func refuseOtherMethods(of router: Router<HubContext>) {
        let addresses: [(path: RouterPath, methods: [HTTPRequest.Method])] =
            [
                ("/healthz", [.get]), ("/readyz", [.get]), ("/metrics", [.get]),
                ("/openapi.json", [.get]), ("/v1/boxes", [.get, .post]), ("/v1/have", [.get]),
                ("/v1/records", [.get, .post]), ("/v1/claims", [.get, .post]), ("/v1/claims/:number", [.delete]),
                ("/v1/keys", [.get]),
            ] + (organiser == nil ? [] : Self.ledgerAddresses + Self.organiserAddresses)
        let query = HTTPRequest.Method("QUERY").map { [$0] } ?? []
        let all: [HTTPRequest.Method] = [.get, .post, .put, .delete, .patch, .options, .trace, .connect] + query
        for (path, methods) in addresses {
            let allowed = methods.map(\.rawValue).joined(separator: ", ")
            let head: [HTTPRequest.Method] = methods.contains(.get) ? [] : [.head]
            for method in all + head where !methods.contains(method) {
                router.on(path, method: method) { _, _ -> Response in
                    var refusal = ProblemResponse(.methodNotAllowed, "This address supports \(allowed).")
                    refusal.headers[.allow] = allowed
                    throw refusal
                }
            }
        }
    }
}

extension HubServer {
    /// Returns a response with a value as JSON.
    func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Response(
            status: status,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try encoder.encode(value)))
        )
    }
}
