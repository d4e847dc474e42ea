// Assembly of the display of one door.

import DoorConfiguration
import DoorDisplay
import DoorInstallation
import DoorOutput
import DoorTexts
import FoundationEssentials
import HTTPSupport
import Ledger
import Logging
import QRReader
import Scanner
import ServiceLifecycle
import Sync
import TicketSigning

extension Configuration {
    /// Checks, before the door opens, that its pages can be served.
    ///
    /// - Throws: `DisplayError.openWithoutPIN`; ``CommandError`` if the PIN cannot be used.
    package func checkDisplay() throws {
        if let pinPath { _ = try StaffPIN.configured(at: pinPath) }
        guard display.address.isLocal || pinPath != nil else {
            throw DisplayError.openWithoutPIN(address: display.address.description)
        }
    }
}

/// The services that `run` starts for the display, and the callback for frames.
struct DoorDisplayServices {
    /// The services; the server is first, so that it stops last and pages learn that the door has closed.
    let services: [any Service]
    /// Called with each decoded frame, its camera's name and the decoding time.
    let onDecoded: @Sendable (Frame?, String, Duration) -> Void
    /// Whether pages show what a camera sees.
    let hasPreview: Bool

    /// - Parameters:
    ///   - context: The context with the configuration and the ledger's path.
    ///   - event: The event of the door.
    ///   - door: The door.
    ///   - hasCamera: Whether guests can hold tickets in front of a camera.
    ///   - news: The door's events.
    ///   - logger: Receives errors.
    /// - Throws: `LedgerError`; ``CommandError`` if the PIN cannot be used.
    init(
        _ context: CommandContext,
        event: Event,
        door: DoorContext,
        hasCamera: Bool,
        news: EventBus,
        logger: Logger
    ) async throws {
        let board = DisplayBoard(DoorState(event: event.name, gate: door.gate.text, hasCamera: hasCamera))
        let metrics = DoorMetrics()
        let preview = hasCamera && context.configuration.hasPreview ? FramePreview() : nil
        let asked = AskedTickets()
        let notices = OfficeNoticeReader(in: OfficeNotice.folder(environment: ProcessInfo.processInfo.environment))
        let server = DisplayServer(
            options: context.configuration.display,
            board: board,
            metrics: metrics,
            preview: preview,
            staff: try await Self.staff(context, event: event, door: door, asked: asked, news: news, logger: logger),
            office: { await notices.place },
            now: { WallClock.now.milliseconds },
            onListening: { Terminal.note("display at http://\($0)/") },
            onError: { Terminal.note("doorcheck: \($0)") },
            logger: logger
        )
        let feed = DisplayFeed(
            news: await news.subscribe(.unbounded),
            board: board,
            metrics: metrics,
            ledger: try Ledger(opening: context.ledger.path, for: .reading),
            event: event,
            door: door,
            language: context.configuration.language,
            asked: asked,
            logger: logger
        )
        services = [server, feed]
        onDecoded = { frame, camera, elapsed in
            metrics.decoded(in: elapsed)
            if let frame { preview?.show(frame, of: camera) }
        }
        hasPreview = preview != nil
    }

    /// Returns the secret that authenticates browsers; it is valid as long as the box's key.
    private static func secret(of context: CommandContext, logger: Logger) -> [UInt8] {
        do {
            return SHA256.hash(try context.keys.boxKey().sign(Array("doorcheck/staff-browser/v1".utf8)))
        } catch {
            // Without a usable box key, the door still opens, but its browsers stay signed in only until it closes.
            logger.warning("staff browsers must log in again after a restart", metadata: ["error": "\(error)"])
            return (0..<32).map { _ in .random(in: 0 ... .max) }
        }
    }

    /// Returns the staff page if the configuration names a PIN.
    private static func staff(
        _ context: CommandContext,
        event: Event,
        door: DoorContext,
        asked: AskedTickets,
        news: EventBus,
        logger: Logger
    ) async throws -> StaffAccess? {
        guard let path = context.configuration.pinPath else { return nil }
        let pin = try StaffPIN.configured(at: path)
        let desk = DoorStaffDesk(
            door: door,
            ledger: context.ledger,
            event: event.id,
            clock: try await context.clockWatch(startingAt: WallClock.now),
            news: news,
            language: context.configuration.language,
            sells: context.configuration.sellsAtDoor,
            asked: asked,
            logger: logger
        )
        let seal = try pin.authenticator(with: secret(of: context, logger: logger))
        return StaffAccess(
            desk: desk,
            isName: { (try? Attribution(actor: $0)) != nil },
            isPIN: { pin.matches($0) },
            seal: { RecordBytes(seal($0)).base64url }
        )
    }
}
