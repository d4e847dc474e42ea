// Serves the door's pages.

import Glibc
public import HTTPSupport
import HTTPTypes
import Hummingbird
import HummingbirdCore
public import Logging
import NIOCore
public import ServiceLifecycle

/// The display's web server: pages, their event streams, the camera's picture, health and metrics.
///
/// It only reads the board, and a browser that hangs affects no one else. It shuts down gracefully, after the pages
/// have received all pending changes.
public struct DisplayServer: Service {
    let options: DisplayOptions
    let board: DisplayBoard
    let metrics: DoorMetrics
    let preview: (any PreviewSource)?
    let staff: StaffAccess?
    let office: @Sendable () async -> OfficePlace?
    let now: @Sendable () -> Int64
    let onListening: @Sendable (ListeningAddress) async -> Void
    let onError: @Sendable (DisplayError) async -> Void
    let logger: Logger
    /// How long a connection may be idle, and how slow it may be.
    var timeouts = ConnectionTimeouts(idle: .seconds(30))
    /// A staff page holds one stream and uses one or two more connections. One address gets as many pages as the
    /// board allows, because phones behind a NAT router or a reverse proxy share one. The box's screen needs few.
    var limits = ConnectionLimits(total: 256, perAddress: 64, reserved: 32)

    /// The interval of pulses; a page waits for two and a half intervals.
    static let pulseInterval: Duration = .seconds(2)
    /// How long a page may still read pending changes after the door has closed.
    private static let shutdownGrace: Duration = .milliseconds(500)
    /// The interval at which an unusable address is tried again.
    private static let retryInterval: Duration = .seconds(1)

    /// Everything that it shows and reports to is a parameter, so that tests can replace each part.
    ///
    /// - Parameters:
    ///   - options: The organiser's settings.
    ///   - board: The board to show.
    ///   - metrics: The metrics to serve.
    ///   - preview: The camera's picture; `nil` for a door without a camera, or if the picture is not to be shown.
    ///   - staff: Access to the staff page; `nil` for no such page.
    ///   - office: Returns where the office of this machine is; `nil` if none runs.
    ///   - now: This box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - onListening: Called once, with the actual port.
    ///   - onError: Called when the address cannot be used; the server keeps trying.
    ///   - logger: Logs errors.
    public init(
        options: DisplayOptions,
        board: DisplayBoard,
        metrics: DoorMetrics,
        preview: (any PreviewSource)?,
        staff: StaffAccess?,
        office: @escaping @Sendable () async -> OfficePlace? = { nil },
        now: @escaping @Sendable () -> Int64,
        onListening: @escaping @Sendable (ListeningAddress) async -> Void = { _ in },
        onError: @escaping @Sendable (DisplayError) async -> Void = { _ in },
        logger: Logger
    ) {
        self.options = options
        self.board = board
        self.metrics = metrics
        self.preview = preview
        self.staff = staff
        self.office = office
        self.now = now
        self.onListening = onListening
        self.onError = onError
        self.logger = logger
    }

    /// - Throws: ``DisplayError/openWithoutPIN(address:)``.
    public func run() async throws {
        let address = options.address
        guard address.isLocal || staff != nil else { throw DisplayError.openWithoutPIN(address: address.description) }
        let application = Application(
            router: router,
            server: LimitedChannel.builder(limits, timeouts),
            configuration: ApplicationConfiguration(address: .hostname(address.host, port: address.port)),
            services: [Heartbeat(board: board)],
            onServerRunning: { channel in
                await onListening(address.with(port: channel.localAddress?.port ?? address.port))
            },
            logger: logger
        )
        var isTold = false
        while !Task.isShuttingDownGracefully, !Task.isCancelled {
            do {
                return try await Self.untilGraceEnds { try await application.run() }
            } catch let error as IOError {
                // Another program may hold the port for a moment; the door does not wait for its display.
                if !isTold { await onError(.cannotListen(address: address.description, reason: error.reason)) }
                isTold = true
                await cancelWhenGracefulShutdown { try? await Task.sleep(for: Self.retryInterval) }
            }
        }
    }

    /// Stops shortly after the shutdown, because a browser that reads nothing would delay it.
    private static func untilGraceEnds(_ serve: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await serve() }
            group.addTask {
                try? await gracefulShutdown()
                try? await Task.sleep(for: shutdownGrace)
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private var router: Router<DisplayContext> {
        let router = Router(context: DisplayContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders(answer: Self.response))
        router.add(middleware: OriginCheck(names: options.address.localNames))
        router.add(middleware: SessionMiddleware(sessions: staff?.sessions, isLocal: options.address.isLocal))
        addRoutes(to: router)
        return router
    }

    /// Returns the response to an error; one that no one expected is logged and not described.
    private static func response(
        to error: any Error,
        for request: Request,
        context: DisplayContext
    ) throws -> Response {
        guard let error = error as? any HTTPResponseError else {
            context.logger.error("display could not answer", metadata: ["error": "\(error)"])
            return try HTTPError(.internalServerError).response(from: request, context: context)
        }
        return try error.response(from: request, context: context)
    }

    /// Adds all routes of the display: for everyone, for guests and for staff.
    func addRoutes(to routes: some RouterMethods<DisplayContext>) {
        let guests = routes.group(context: GuestContext.self)
        for file in DisplayFile.allCases where file != .guest && (!file.isForStaff || staff != nil) {
            if file.isForGuests {
                guests.get(RouterPath(file.rawValue)) { _, _ in file.response }
            } else {
                routes.get(RouterPath(file.rawValue)) { _, _ in file.response }
            }
        }
        routes.get(RouterPath(DisplayFile.guest.rawValue)) { _, context in
            // Clients that may not see the page are redirected to the PIN prompt.
            guard (try? GuestContext(context: context)) != nil else {
                return Response(status: .seeOther, headers: [.location: DisplayFile.staff.rawValue])
            }
            return DisplayFile.guest.response
        }
        addHealth(to: routes)
        addOffice(to: routes)
        addGuestPage(to: guests)
        if let staff { addStaffPage(staff, to: routes) }
    }
}

extension IOError {
    /// The system's message for the error, without the name of the call.
    fileprivate var reason: String { String(cString: strerror(errnoCode)) }
}
