// The organiser's program, as real programs are.

import Admission
import FoundationEssentials
import Ledger
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import DoorDaemon
@testable import DoorOutput

@Suite(.timeLimit(.minutes(30))) struct HookTests {
    /// Keeps what is logged.
    final class LogBook: LogHandler, Sendable {
        private let lines = Mutex<[String]>([])

        var texts: [String] { lines.withLock { $0 } }
        var logLevel: Logger.Level {
            get { .debug }
            set {}
        }
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) {
            lines.withLock { $0.append("\(event.message) \(event.metadata?["error"].map { "\($0)" } ?? "")") }
        }
    }

    struct Hook {
        let path: String
        let log = LogBook()
        let board = EventBus()

        /// Takes a shell's script, which runs in the folder.
        init(_ script: String, in folder: String) throws {
            path = folder + "/hook"
            let text = "#!/bin/sh\ncd \"$(dirname \"$0\")\"\n" + script + "\n"
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        }

        /// A program that is not there.
        init(missing path: String) { self.path = path }

        func service(seconds: Int = 5) async -> HookService {
            let book = log
            return HookService(
                path: path, seconds: seconds, news: await board.subscribe(.unbounded),
                logger: Logger(label: "test") { _ in book }
            )
        }
    }

    /// Verdicts about tickets of a real door.
    func verdicts(_ count: Int, in folder: String) async throws -> [Verdict] {
        let door = try await TestDoor(in: folder)
        let desk = AdmissionDesk(
            verifier: try door.verifier, ledger: door.ledger, box: try await door.ledger.ownBox(), event: door.event,
            gate: .main
        )
        var verdicts: [Verdict] = []
        for _ in 0..<count {
            let code = try await door.issue().code
            verdicts.append(try await desk.decide(code, on: Timestamp(milliseconds: 1_795_000_000_000)))
        }
        return verdicts
    }

    /// Shows verdicts to the hook and closes the door.
    func show(_ verdicts: [Verdict], to hook: Hook) async {
        await hook.board.post(.opened)
        for verdict in verdicts { await hook.board.post(.judged(verdict, source: "cam", elapsed: .seconds(1))) }
        await hook.board.close()
    }

    func text(of file: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    }

    @Test("Every verdict reaches the program, in order, as the line that --json prints")
    func order() async throws {
        try await withTemporaryFolder { folder in
            let verdicts = try await verdicts(5, in: folder)
            let hook = try Hook("cat >> taken", in: folder)
            let service = await hook.service()
            await show(verdicts, to: hook)
            await service.handOver()
            let lines = try verdicts.map { try JSONLine.text(VerdictLine($0, source: "cam", elapsed: .seconds(1))) }
            #expect(try text(of: folder + "/taken") == lines.joined())
            #expect(hook.log.texts.isEmpty)
        }
    }

    @Test("A program that hangs and will not leave is ended with all its children, and the next verdict is taken")
    func hanging() async throws {
        try await withTemporaryFolder { folder in
            let script = "cat >> taken; trap '' TERM; sleep 1000 & echo $$ $! >> processes; while :; do wait; done"
            let hook = try Hook(script, in: folder)
            let service = await hook.service(seconds: 1)
            let verdicts = try await verdicts(2, in: folder)
            await show(verdicts, to: hook)
            await service.handOver()
            #expect(try text(of: folder + "/taken").split(separator: "\n").count == 2)
            let processes = try text(of: folder + "/processes").split { $0 == "\n" || $0 == " " }.compactMap {
                Int32($0)
            }
            #expect(processes.count == 4)
            for process in processes { #expect(await Self.isGone(process)) }
            let sentence = HookFailure.tooSlow(program: hook.path, seconds: 1).description
            #expect(hook.log.texts == ["hook failed \(sentence)"])
        }
    }

    /// Waits up to a minute: a killed process ends when the kernel runs it again, and its new parent may leave it as a
    /// zombie.
    private static func isGone(_ process: Int32) async -> Bool {
        let end = ContinuousClock.now + .seconds(60)
        while let facts = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) {
            if String(decoding: facts, as: UTF8.self).contains(") Z ") { return true }
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    @Test("Shutdown does not wait for a program that hangs")
    func shutdown() async throws {
        try await withTemporaryFolder { folder in
            let hook = try Hook("echo $$ > process; exec sleep 1000", in: folder)
            let service = await hook.service(seconds: 60)
            await show(try await verdicts(1, in: folder), to: hook)
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await service.run() }
                    while !FileManager.default.fileExists(atPath: folder + "/process") { await Task.yield() }
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(hook.log.texts == ["hook failed \(HookFailure.cutShort(program: hook.path))"])
            if let process = Int32(try text(of: folder + "/process").dropLast()) { #expect(await Self.isGone(process)) }
        }
    }

    @Test("Each kind of failure is logged once, and says nothing of the guest")
    func failures() async throws {
        try await withTemporaryFolder { folder in
            let verdicts = try await verdicts(6, in: folder)
            let script =
                "cat > /dev/null; n=$(cat n 2>/dev/null || echo 0); echo $((n + 1)) > n; [ $n -lt 3 ] && exit 3; "
                + "kill -9 $$"
            let hook = try Hook(script, in: folder)
            let service = await hook.service()
            await show(verdicts, to: hook)
            await service.handOver()
            let failures: [HookFailure] = [
                .failed(program: hook.path, status: 3), .killed(program: hook.path, signal: 9),
            ]
            #expect(hook.log.texts == failures.map { "hook failed \($0)" })
            #expect(!hook.log.texts.joined().contains("Aarti"))
        }
    }

    @Test("A program that is missing is told when the door opens, and the door goes on")
    func missing() async throws {
        let hook = Hook(missing: "/nonexistent/hook")
        let service = await hook.service()
        await show([], to: hook)
        await service.handOver()
        #expect(hook.log.texts == ["hook failed \(HookFailure.notStarted(program: hook.path, errno: 2))"])
    }

    @Test("When the program cannot keep up, the newest verdicts are kept and it is told once")
    func behind() async throws {
        try await withTemporaryFolder { folder in
            let verdicts = try await verdicts(40, in: folder)
            let hook = try Hook("cat >> taken", in: folder)
            let service = await hook.service()
            await show(verdicts, to: hook)
            await service.handOver()
            let last = try #require(verdicts.last)
            let line = try JSONLine.text(VerdictLine(last, source: "cam", elapsed: .seconds(1)))
            #expect(try text(of: folder + "/taken").hasSuffix(line))
            #expect(hook.log.texts == ["hook failed \(HookFailure.fellBehind(program: hook.path))"])
        }
    }
}
