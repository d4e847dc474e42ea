// Lamps and turnstiles, down to the line.

import Admission
import Glibc
import Ledger
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import DoorConfiguration
@testable import DoorDaemon
@testable import DoorOutput
@testable import DoorSignals

@Suite(.timeLimit(.minutes(30))) struct LinesTests {
    /// Writes down what is switched; several lines into one book.
    final class Book: Sendable {
        let entries = Mutex<[(text: String, at: ContinuousClock.Instant)]>([])
        var all: [String] { entries.withLock { $0.map(\.text) } }
        func moment(of text: String) -> ContinuousClock.Instant? {
            entries.withLock { $0.first { $0.text == text }?.at }
        }
        func wait(for count: Int) async {
            while all.count < count { await Task.yield() }
        }
    }

    struct BookedLine: SwitchedLine {
        let name: String
        let book: Book
        func set(_ isOn: Bool) throws(LineError) {
            book.entries.withLock { $0.append(((isOn ? "+" : "-") + name, .now)) }
        }
        func release() { book.entries.withLock { $0.append(("release " + name, .now)) } }
    }

    /// One verdict of each kind.
    struct Verdicts {
        let admitted: Verdict
        let again: Verdict
        let used: Verdict
        let menu: Verdict

        init(in folder: String) async throws {
            let door = try await TestDoor(in: folder)
            let desk = AdmissionDesk(
                verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(),
                event: door.event, gate: .main, reshowInterval: .seconds(10)
            )
            let code = try await door.issue().code
            let start = Timestamp(milliseconds: 1_795_000_000_000)
            admitted = try await desk.decide(code, on: start)
            again = try await desk.decide(code, on: start)
            used = try await desk.decide(code, on: Timestamp(milliseconds: start.milliseconds + 60_000))
            menu = try await desk.decide("https://example.org", on: start)
        }
    }

    func judged(_ verdict: Verdict) -> DoorEvent { .judged(verdict, source: "cam", elapsed: .zero) }

    func lines(_ names: [String], _ book: Book) -> OutputLines {
        OutputLines(names.map { BookedLine(name: $0, book: book) }, logger: Logger(label: "test"))
    }

    @Test("The relay is on once for each guest who enters, and for nobody else, and off and released at the end")
    func relay() async throws {
        try await withTemporaryFolder { folder in
            let verdicts = try await Verdicts(in: folder)
            #expect(verdicts.again.answer == .admit && verdicts.again.reason == .justAdmitted)
            let (book, board) = (Book(), EventBus())
            let service = RelayService(
                news: await board.subscribe(.unbounded), lines: lines(["relay"], book), pulse: .milliseconds(1))
            for verdict in [verdicts.admitted, verdicts.again, verdicts.used, verdicts.menu, verdicts.admitted] {
                await board.post(judged(verdict))
            }
            await board.post(.undecided(reason: "the disk is full", source: "cam"))
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    await book.wait(for: 5)
                    await board.close()
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(book.all == ["-relay", "+relay", "-relay", "+relay", "-relay", "release relay"])
        }
    }

    @Test("Shutdown cuts a pulse short: the turnstile is closed at the end")
    func shutdown() async throws {
        try await withTemporaryFolder { folder in
            let (book, board) = (Book(), EventBus())
            let service = RelayService(
                news: await board.subscribe(.unbounded), lines: lines(["relay"], book), pulse: .seconds(1000))
            let admitted = try await Verdicts(in: folder).admitted
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    await board.post(judged(admitted))
                    await book.wait(for: 2)
                    await board.close()
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(book.all == ["-relay", "+relay", "-relay", "release relay"])
        }
    }

    @Test("One lamp is lit at a time, verdicts of one moment have theirs one after the other, and it goes out")
    func lamp() async throws {
        try await withTemporaryFolder { folder in
            let verdicts = try await Verdicts(in: folder)
            let (book, board) = (Book(), EventBus())
            let service = LampService(
                news: await board.subscribe(.unbounded), lines: lines(["green", "red"], book),
                places: [.green: 0, .red: 1], time: .seconds(4)
            )
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    await book.wait(for: 2)
                    for verdict in [verdicts.admitted, verdicts.again, verdicts.menu, verdicts.used] {
                        await board.post(judged(verdict))
                    }
                    await board.post(.undecided(reason: "the disk is full", source: "cam"))
                    // Dark; green; red; amber, which is not wired; and dark again.
                    await book.wait(for: 10)
                    trigger.triggerGracefulShutdown()
                    await board.close()
                    try await group.waitForAll()
                }
            }
            var lit: Set<Substring> = []
            for text in book.all where text.hasPrefix("+") || text.hasPrefix("-") {
                if text.hasPrefix("+") { lit.insert(text.dropFirst()) } else { lit.remove(text.dropFirst()) }
                #expect(lit.count <= 1)
            }
            #expect(book.all.filter { !$0.hasPrefix("-") } == ["+green", "+red", "release green", "release red"])
            #expect(book.all.prefix(2) == ["-green", "-red"] && lit.isEmpty)
            let (green, red) = (try #require(book.moment(of: "+green")), try #require(book.moment(of: "+red")))
            #expect(green.duration(to: red) >= .milliseconds(1500))
        }
    }

    @Test("A chip that is missing is told once, and the door goes on")
    func missing() async throws {
        let log = HookTests.LogBook()
        let place = LinePlace(chip: "no-such-chip", number: 3, isActiveLow: true)
        let lines = OutputLines([OutputLine(place)], logger: Logger(label: "test") { _ in log })
        await lines.darken()
        for _ in 0..<3 { _ = await lines.light(0) }
        await lines.release()
        #expect(log.texts == ["lamp or relay failed \(LineError.noChip("no-such-chip"))"])
    }

    @Test("Every failure is one sentence about the chip or the line")
    func sentences() {
        let place = LinePlace(chip: "gpiochip0", number: 17, isActiveLow: false)
        #expect(LineError(ENODEV, at: place) == .noChip("gpiochip0"))
        #expect(LineError(EBUSY, at: place).description.contains("line 17 of gpiochip0 is in use"))
        #expect(LineError(EACCES, at: place) == .noPermission(chip: "gpiochip0"))
        #expect(LineError(EIO, at: place).description.contains("Input/output error"))
    }

    @Test("The configuration names the lines that are wired, and no chip means none")
    func configuration() throws {
        let text =
            "[lamp]\nchip = \"gpiochip0\"\nred = 4\nactive_low = true\n[relay]\nchip = \"/dev/gpiochip1\"\nline = 2"
        let settings = try Configuration(file: ConfigurationFile(path: "/etc/d.toml", text: text), environment: [:])
        #expect(settings.lamps == [.red: LinePlace(chip: "gpiochip0", number: 4, isActiveLow: true)])
        #expect(settings.relay == LinePlace(chip: "/dev/gpiochip1", number: 2, isActiveLow: false))
        let start = try Configuration(file: nil, environment: [:])
        #expect(start.lamps.isEmpty && start.relay == nil)
    }
}
