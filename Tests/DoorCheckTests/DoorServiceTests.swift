// The door in the process: frames in, verdicts out, and nothing lost on the way to the exit.

import Admission
import AsyncAlgorithms
import Ledger
import Logging
import Scanner
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing
import TicketPrinting
import TicketSigning

@testable import DoorCheck

struct DoorServiceTests {
    /// A camera whose frames the test hands over one by one.
    struct HandFedCamera: FrameSource {
        let name = "hand-fed"
        let events = AsyncChannel<CameraEvent>()

        func next() async -> CameraEvent? {
            var iterator = events.makeAsyncIterator()
            return await iterator.next()
        }

        func show(_ code: String) async throws {
            let picture = try QRSymbol(text: code, errorCorrection: .medium).picture(modulePixels: 4)
            await events.send(.frame(Frame(width: picture.width, height: picture.height, luma: picture.luma)))
        }
    }

    func service(_ door: TestDoor, _ source: CodeSource, _ board: NewsBoard) async throws -> DoorService {
        DoorService(
            source: source,
            desk: AdmissionDesk(
                verifier: try door.verifier,
                ledger: door.ledger,
                box: try await door.ledger.ownBox(),
                event: door.event,
                gate: .main,
                lingering: AdmissionDesk.lingeringAtDoor
            ),
            board: board,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    @Test("Codes shown to a camera are judged; on shutdown everything seen is judged and the board is closed")
    func shutdown() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let codes = [try await door.issue().code, try await door.issue().code]
            let board = NewsBoard()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera()
            let service = try await service(door, .frames(camera), board)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    try #require(await news.next()?.isOpened == true)
                    for code in codes {
                        try await camera.show(code)
                        #expect(await news.next()?.verdict?.answer == .admit)
                    }
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(await news.next() == nil)
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 2)
        }
    }

    @Test("When the ledger cannot record, the door says so and goes on")
    func cannotRecord() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue().code
            let other = try await door.issue().code
            let board = NewsBoard()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera()
            let service = try await service(door, .frames(camera), board)
            let reader = try Ledger(opening: door.ledger.path, for: .reading)
            let blind = DoorService(
                source: .frames(camera),
                desk: AdmissionDesk(
                    verifier: try door.verifier, ledger: reader, box: try await reader.ownBox(), event: door.event,
                    gate: .main
                ),
                board: board,
                logger: service.logger
            )
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await blind.run() }
                    _ = await news.next()
                    for code in [code, other] {
                        try await camera.show(code)
                        #expect(await news.next()?.undecided?.contains("cannot be written") == true)
                    }
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 0)
        }
    }
}

extension DoorNews {
    fileprivate var isOpened: Bool { if case .opened = self { true } else { false } }

    fileprivate var verdict: Verdict? { if case .judged(let verdict, _, _) = self { verdict } else { nil } }

    fileprivate var undecided: String? { if case .undecided(let reason, _) = self { reason } else { nil } }
}
