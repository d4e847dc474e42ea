// The display of one door, put together.

import DoorDisplay
import Ledger
import Logging
import Scanner
import ServiceLifecycle
import Sync
import TicketSigning

extension Configuration {
    /// Makes sure, before the door opens, that its pages may be served.
    ///
    /// - Throws: `DisplayError.openWithoutPIN`; ``CommandError`` for a PIN that cannot be used.
    func checkDisplay() throws {
        if let pinPath { _ = try StaffPIN.configured(at: pinPath) }
        guard display.address.isLocal || pinPath != nil else {
            throw DisplayError.openWithoutPIN(address: display.address.description)
        }
    }
}

/// What `run` starts for the display, and what the door tells it directly.
struct DoorDisplayServices {
    /// The server first, so that it is stopped last and pages hear of the end.
    let services: [any Service]
    /// Takes each frame that was looked through, with its camera's name and how long it took.
    let onDecoded: @Sendable (Frame, String, Duration) -> Void

    /// - Parameters:
    ///   - context: With the configuration and the ledger's path.
    ///   - event: Behind the door.
    ///   - place: The door.
    ///   - hasCamera: Whether there is one to hold tickets before.
    ///   - news: The door's.
    ///   - logger: Takes what goes wrong.
    /// - Throws: `LedgerError`; ``CommandError`` for the PIN.
    init(
        _ context: CommandContext,
        event: Event,
        place: DoorContext,
        hasCamera: Bool,
        news: EventBus,
        logger: Logger
    ) async throws {
        let board = DisplayBoard(DoorState(event: event.name, gate: place.gate.text, hasCamera: hasCamera))
        let metrics = DoorMetrics()
        let preview = hasCamera && context.configuration.hasPreview ? FramePreview() : nil
        let server = DisplayServer(
            options: context.configuration.display,
            board: board,
            metrics: metrics,
            preview: preview,
            staff: try await Self.staff(context, event: event, place: place, news: news, logger: logger),
            now: { WallClock.now.milliseconds },
            onListening: { Terminal.note("display at http://\($0)/") },
            onTrouble: { Terminal.note("doorcheck: \($0)") },
            logger: logger
        )
        let feed = DisplayFeed(
            news: await news.subscribe(.unbounded),
            board: board,
            metrics: metrics,
            ledger: try Ledger(opening: context.ledger.path, for: .reading),
            event: event,
            place: place,
            language: context.configuration.language,
            logger: logger
        )
        services = [server, feed]
        onDecoded = { frame, camera, elapsed in
            metrics.decoded(in: elapsed)
            preview?.show(frame, of: camera)
        }
    }

    /// What this box knows browsers by; it lasts as long as the box's key.
    private static func secret(of context: CommandContext, logger: Logger) -> [UInt8] {
        do {
            return SHA256.hash(try context.keys.boxKey().sign(Array("doorcheck/staff-browser/v1".utf8)))
        } catch {
            // A door without a key of its own opens all the same, and knows its browsers until it ends.
            logger.warning("browsers of staff are known until the end only", metadata: ["error": "\(error)"])
            return (0..<32).map { _ in .random(in: 0 ... .max) }
        }
    }

    /// The staff page, where the configuration names a PIN.
    private static func staff(
        _ context: CommandContext,
        event: Event,
        place: DoorContext,
        news: EventBus,
        logger: Logger
    ) async throws -> StaffAccess? {
        guard let path = context.configuration.pinPath else { return nil }
        let pin = try StaffPIN.configured(at: path)
        let desk = DoorStaffDesk(
            place: place,
            ledger: context.ledger,
            event: event.id,
            clock: try await context.clockWatch(startingAt: WallClock.now),
            news: news,
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
