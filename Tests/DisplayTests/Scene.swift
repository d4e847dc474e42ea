// A display that runs for the length of a test.

import HTTPSupport
import Logging
import ServiceLifecycle
import Testing

@testable import DoorDisplay

/// A board, a server on a free port, and a browser.
struct Scene {
    let board: DisplayBoard
    let metrics: DoorMetrics
    let browser: Browser

    /// What differs from test to test.
    struct Setup: Sendable {
        var address = "127.0.0.1:0"
        var showsNames = false
        var preview: (any PreviewSource)?
        var staff: StaffAccess?
        var office: OfficePlace?
        var onError: @Sendable (DisplayError) async -> Void = { _ in }
        /// `nil` for the display's own, here and below.
        var timeout: ConnectionTimeouts?
        var limits: ConnectionLimits?
    }

    /// Serves a display while `body` runs, and shuts it down afterwards.
    static func open(
        _ setup: Setup = Setup(),
        body: @Sendable @escaping (Scene) async throws -> Void
    ) async throws {
        let board = DisplayBoard(DoorState(event: "Summer Night", gate: "north", hasCamera: true))
        let metrics = DoorMetrics()
        let language = PageLanguage(tag: "ar", isRightToLeft: true) { "text \($0.rawValue)" }
        let options = DisplayOptions(
            address: try #require(ListeningAddress(setup.address)),
            showsNames: setup.showsNames,
            language: language
        )
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var server = DisplayServer(
            options: options,
            board: board,
            metrics: metrics,
            preview: setup.preview,
            staff: setup.staff,
            office: { setup.office },
            now: { 1_795_000_000_000 },
            onListening: { found.yield($0.port) },
            onError: setup.onError,
            logger: logger
        )
        if let timeout = setup.timeout { server.timeouts = timeout }
        if let limits = setup.limits { server.limits = limits }
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: [server], logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { found.finish() }
                try await group.run()
            }
            guard let port = await ports.first(where: { _ in true }) else { return try await tasks.waitForAll() }
            let scene = Scene(board: board, metrics: metrics, browser: Browser(port: port))
            do { try await body(scene) } catch { Issue.record(error) }
            await board.close()
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }
}

extension ShownVerdict {
    /// A verdict that is told from others by its tier.
    static func sample(_ tier: String, style: VerdictStyle = .admit) -> ShownVerdict {
        ShownVerdict(
            style: style, reason: "admitted", headline: "Welcome", tier: tier, holder: "Aarti Shah",
            explanation: "a secret note", ticket: "0e32cc77", gate: "north", at: 1_795_000_000_000)
    }
}
