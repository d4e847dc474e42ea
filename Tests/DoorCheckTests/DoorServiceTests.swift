// The door in the process: frames in, verdicts out, and nothing lost on the way to the exit.

import Admission
import AsyncAlgorithms
import Foundation
import Ledger
import Logging
import QRReader
import Scanner
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import TestSupport
import Testing
import TicketPrinting
import TicketSigning

@testable import DoorCommands
@testable import DoorDaemon
@testable import DoorOutput
@testable import DoorTexts

@Suite(.timeLimit(.minutes(30))) struct DoorServiceTests {
    /// A camera whose frames the test hands over one by one.
    struct HandFedCamera: FrameSource {
        var name = "hand-fed"
        var isMotionJPEG = false
        let events = AsyncChannel<CameraEvent>()

        func next() async -> CameraEvent? {
            var iterator = events.makeAsyncIterator()
            return await iterator.next()
        }

        func show(_ code: String, at instant: ContinuousClock.Instant? = nil) async throws {
            let picture = try QRSymbol(text: code, errorCorrection: .medium).picture(modulePixels: 4)
            let frame = Frame(width: picture.width, height: picture.height, luma: picture.luma)
            let content: CapturedFrame.Content =
                if isMotionJPEG {
                    .motionJPEG(
                        try #require(frame.jpeg(atMost: frame.width)), width: frame.width, height: frame.height)
                } else { .luma(frame) }
            await events.send(.frame(CapturedFrame(content, instant: instant ?? .now, sequence: 0)))
        }
    }

    /// A wall clock that the test sets.
    final class WallClock: Sendable {
        private let moment = Mutex(Timestamp(milliseconds: 1_790_000_000_000))

        var now: Timestamp {
            get { moment.withLock { $0 } }
            set { moment.withLock { $0 = newValue } }
        }

        func advance(by seconds: Int64) {
            moment.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + seconds * 1000) }
        }
    }

    func service(
        _ door: TestDoor,
        _ sources: CodeSource...,
        board: EventBus,
        wall: WallClock = WallClock(),
        newest: Timestamp? = nil,
        inView: CodeDeduplicator = CodeDeduplicator()
    ) async throws -> DoorService {
        DoorService(
            sources: sources,
            context: DoorContext(
                AdmissionDesk(
                    verifier: try door.verifier,
                    ledger: door.ledger,
                    box: try await door.ledger.ownBox(),
                    event: door.event,
                    gate: .main,
                    reshowInterval: AdmissionDesk.reshowIntervalAtDoor
                ),
                inView: inView
            ),
            events: board,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
            clock: ClockMonitor(wall: wall.now, elapsed: .now, newest: newest),
            now: { wall.now }
        )
    }

    @Test("Every line gets an answer: those who have just passed before a camera pass no second time")
    func lines() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue(admits: 4).code
            let unpaid = try await door.issue(status: .unpaid)
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let (camera, input) = (HandFedCamera(), Pipe())
            func type(_ lines: String...) throws {
                try input.fileHandleForWriting.write(contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
            }
            let lines = StandardInput(input.fileHandleForReading.fileDescriptor)
            // On a busy machine the lines may come late.
            let inView = CodeDeduplicator(absence: .seconds(3600))
            let service = try await service(door, .frames(camera), .lines(lines), board: board, inView: inView)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    _ = await news.next()
                    func expect(_ reasons: String...) async {
                        for reason in reasons { #expect(await news.next()?.verdict?.reasonCode == reason) }
                    }
                    try await camera.show(code)
                    await expect("admitted")
                    try type(code, "menu", "menu", String(repeating: "long ", count: 20_000))
                    await expect("just-admitted", "not-a-ticket", "not-a-ticket", "not-a-ticket")
                    // Who has not passed is judged anew.
                    try await camera.show(unpaid.code)
                    await expect("unpaid")
                    let staff = try Attribution(actor: "desk")
                    let ticket = try door.verifier.verify(code: unpaid.code).ticket.id
                    _ = try await door.ledger.change(.pay, of: ticket, by: staff, on: service.now())
                    try type(unpaid.code)
                    await expect("admitted")
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 2)
        }
    }

    @Test("Each member of a group enters when the code comes into view again, and a copy after them does not")
    func group() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue(admits: 2).code
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera()
            let service = try await service(door, .frames(camera), board: board)
            let start = ContinuousClock.now
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    _ = await news.next()
                    for (seconds, reason) in [(0, "admitted"), (1, nil), (3, "admitted"), (5, "just-admitted")] {
                        try await camera.show(code, at: start + .seconds(seconds))
                        if let reason { #expect(await news.next()?.verdict?.reasonCode == reason) }
                    }
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(await news.next() == nil)
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 2)
        }
    }

    @Test(
        "A ticket that two cameras see is one admission, each camera's tickets are judged, and the last to end closes")
    func twoCameras() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let (family, other) = (try await door.issue(admits: 2).code, try await door.issue().code)
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let (left, right) = (HandFedCamera(name: "left"), HandFedCamera(name: "right"))
            let service = try await service(door, .frames(left), .frames(right), board: board)
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                _ = await news.next()
                try await left.show(family, at: start)
                #expect(await news.next()?.source == "left")
                left.events.finish()
                try await right.show(family, at: start + .seconds(1))
                try await right.show(other, at: start + .seconds(1))
                #expect(await news.next()?.source == "right")
                right.events.finish()
                try await group.waitForAll()
            }
            #expect(await news.next() == nil)
            #expect(try await door.ledger.counts(of: door.event.id).admitted == 2)
        }
    }

    @Test(
        "A Motion JPEG frame's ticket is judged, a damaged frame is skipped, and pixels are handed on where needed",
        arguments: [true, false])
    func motionJPEG(needsPixels: Bool) async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue().code
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera(isMotionJPEG: true)
            var service = try await service(door, .frames(camera), board: board)
            let sizes = Mutex<[Int?]>([])
            service.needsPixels = needsPixels
            service.onDecoded = { frame, _, _ in sizes.withLock { $0.append(frame?.luma.count) } }
            try await withThrowingTaskGroup(of: Void.self) { [service] group in
                group.addTask { try await service.run() }
                _ = await news.next()
                await camera.events.send(
                    .frame(CapturedFrame(.motionJPEG([1, 2], width: 9, height: 9), instant: .now, sequence: 0)))
                try await camera.show(code)
                #expect(await news.next()?.verdict?.reason == .admitted)
                camera.events.finish()
                try await group.waitForAll()
            }
            let side = try QRSymbol(text: code, errorCorrection: .medium).picture(modulePixels: 4).width
            #expect(sizes.withLock { $0 } == [needsPixels ? side * side : nil])
        }
    }

    @Test("A clock that steps is told once, opening times go to staff, and it is told when the clock is right again")
    func clock() async throws {
        try await withTemporaryFolder { folder in
            let wall = WallClock()
            let closes = Timestamp(milliseconds: wall.now.milliseconds + 60_000)
            let door = try await TestDoor(in: folder, event: Event(slug: "n", name: "N", closes: closes))
            var codes: [String] = []
            for _ in 0..<4 { codes.append(try await door.issue().code) }
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera()
            let service = try await service(door, .frames(camera), board: board, wall: wall)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    _ = await news.next()
                    try await camera.show(codes[0])
                    #expect(await news.next()?.verdict?.reason == .admitted)
                    wall.advance(by: 600)
                    try await camera.show(codes[1])
                    if case .clock(.stepped, _) = await news.next() {} else { Issue.record("not told") }
                    #expect(await news.next()?.verdict?.answer == .ask)
                    try await camera.show(codes[2])
                    #expect(await news.next()?.verdict?.reason == .tooLate)
                    wall.advance(by: -600)
                    try await camera.show(codes[3])
                    #expect(await news.next()?.clock == .trusted)
                    #expect(await news.next()?.verdict?.reason == .admitted)
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test("A box whose clock is behind its own book says so when the door opens")
    func clockBehind() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let wall = WallClock()
            let newest = Timestamp(milliseconds: wall.now.milliseconds + 3_600_000)
            let service = try await service(door, .frames(HandFedCamera()), board: board, wall: wall, newest: newest)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    _ = await news.next()
                    #expect(await news.next()?.clock == .behind(newest: newest))
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test("Codes shown to a camera are judged; on shutdown everything seen is judged and the board is closed")
    func shutdown() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let codes = [try await door.issue().code, try await door.issue().code]
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera()
            let service = try await service(door, .frames(camera), board: board)
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

    @Test("A door whose frames nothing can decode ends and says why, though its camera and its scanner go on")
    func noDecoder() async throws {
        try await withTemporaryFolder { folder in
            let input = Pipe()
            let lines = StandardInput(input.fileHandleForReading.fileDescriptor)
            var service = try await service(
                try await TestDoor(in: folder), .frames(HandFedCamera()), .lines(lines), board: EventBus())
            service.decoding = .process(DecoderProgram(path: "/bin/true"))
            await #expect(throws: DecoderError.notConfined) { try await service.run() }
            try input.fileHandleForWriting.close()
        }
    }

    @Test("A decoder that a busy machine does not start in time is told, and started again for the next frames")
    func slowDecoder() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue().code
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera()
            var service = try await service(door, .frames(camera), board: board)
            service.decoding = .process(DecoderProgram(path: try Self.lateDecoder(in: folder)))
            try await testGracefulShutdown { [service] trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    _ = await news.next()
                    #expect(await news.next()?.unreadable?.contains("took too long") == true)
                    try await camera.show(code)
                    #expect(await news.next()?.verdict?.reasonCode == "admitted")
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
        }
    }

    /// Writes a program that is a decoder, except the first time, when it does nothing.
    private static func lateDecoder(in folder: String) throws -> String {
        let path = folder + "/decoder"
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = URL(filePath: tests).deletingLastPathComponent().appending(path: "doorcheck").path
        let text = """
            #!/bin/bash
            [ -e "\(folder)/first" ] && exec -a doorcheck-decoder "\(program)" "$@"
            : >"\(folder)/first"
            exec sleep 1000

            """
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    @Test("When the ledger cannot record, the door says so and goes on")
    func cannotRecord() async throws {
        try await withTemporaryFolder { folder in
            let door = try await TestDoor(in: folder)
            let code = try await door.issue().code
            let other = try await door.issue().code
            let board = EventBus()
            var news = await board.subscribe(.unbounded).makeAsyncIterator()
            let camera = HandFedCamera()
            let service = try await service(door, .frames(camera), board: board)
            let reader = try Ledger(opening: door.ledger.path, for: .reading)
            let blind = DoorService(
                sources: [.frames(camera)],
                context: DoorContext(
                    AdmissionDesk(
                        verifier: try door.verifier, ledger: reader, box: try await reader.ownBox(),
                        event: door.event, gate: .main
                    )
                ),
                events: board,
                logger: service.logger,
                clock: service.clock,
                now: service.now
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

extension DoorEvent {
    fileprivate var isOpened: Bool { if case .opened = self { true } else { false } }

    fileprivate var verdict: Verdict? { if case .judged(let verdict, _, _) = self { verdict } else { nil } }

    fileprivate var source: String? { if case .judged(_, let source, _) = self { source } else { nil } }

    fileprivate var clock: ClockTrust? { if case .clock(let trust, _) = self { trust } else { nil } }

    fileprivate var unreadable: String? {
        if case .pictureUnreadable(_, let reason) = self { reason } else { nil }
    }

    fileprivate var undecided: String? { if case .undecided(let reason, _) = self { reason } else { nil } }
}
