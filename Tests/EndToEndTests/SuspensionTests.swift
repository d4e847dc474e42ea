// A command that is stopped while it writes, beside a door.

import Foundation
import TestSupport
import Testing

struct SuspensionTests {
    /// An event with a door that is open, and a long list to import beside it.
    private func withDoor(_ body: (SampleEvent, RunningProgram, _ list: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = folder + "/long.csv"
            let rows = (0..<20_000).map { "B\($0),Guest \($0)" }
            try ("barcode,name\n" + rows.joined(separator: "\n") + "\n")
                .write(toFile: list, atomically: true, encoding: .utf8)
            let door = try event.doorcheck.start(["run", "--stdin", "--json"])
            try await door.wait(for: "open")
            try await body(event, door, list)
            door.send(SIGTERM)
            #expect(await door.finish().status == 0)
        }
    }

    /// Shows the same ticket once more, and waits for what the door says of it.
    private func show(_ code: String, to door: RunningProgram) async -> String {
        door.type(code + "\n")
        return await door.output(until: "\n")
    }

    /// Whether somebody writes to the ledger at this moment.
    private func isHeld(_ event: SampleEvent) -> Bool {
        let descriptor = open(event.folder + "/ledger.sqlite-lock", O_RDWR)
        defer { close(descriptor) }
        return flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }

    /// Whether the process that writes to the ledger has put its name into the lock file, as it does first.
    private func isSigned(_ event: SampleEvent, by process: Int32) -> Bool {
        let holder = try? String(contentsOfFile: event.folder + "/ledger.sqlite-lock", encoding: .utf8)
        return holder?.hasPrefix("\(process) ") == true
    }

    /// Halts a process again and again until that is while it writes: it gets on only in between, however busy the
    /// machine is. A thread of its own does it, since the tests' common ones may be busy for seconds.
    ///
    /// - Returns: `false` where it ended before.
    private func halt(_ process: Int32, writingTo event: SampleEvent) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while RunningProgram.state(of: process) != nil {
                    kill(process, SIGSTOP)
                    while let state = RunningProgram.state(of: process), state != "T" { usleep(100) }
                    if RunningProgram.state(of: process) == "T", isHeld(event), isSigned(event, by: process) {
                        return continuation.resume(returning: true)
                    }
                    kill(process, SIGCONT)
                    usleep(1000)
                }
                continuation.resume(returning: false)
            }
        }
    }

    private func waitUntilStopped(_ process: Int32) async {
        while let state = RunningProgram.state(of: process), state != "T" { await Task.yield() }
    }

    @Test("Stopped by Ctrl-Z, a command first ends its write, so that the door never waits for it")
    func keyboard() async throws {
        try await withDoor { event, door, list in
            let code = try event.codes[0]
            // A shell with job control, since a process without one is not stopped by a keyboard. It asks in a loop:
            // bash's own `wait -f` can run for ever, complaining all the time, where a job stops again and again.
            let command = """
                exec 3>&1
                \(Program.doorcheck.path) ticket import '\(list)' >&2 & echo $! >&3
                while kill -0 $! 2>/dev/null; do sleep 0.1; done
                wait $!
                """
            var shell = Program(path: "/bin/bash")
            shell.environment = event.doorcheck.environment
            let office = try shell.start(["-m", "-c", command], input: "")
            let number = try #require(Int32(await office.output(until: "\n").split(separator: "\n").first ?? ""))
            try #require(await halt(number, writingTo: event))
            // In the middle of its write it goes on, and the next moment Ctrl-Z is typed.
            kill(number, SIGCONT)
            kill(number, SIGTSTP)
            await waitUntilStopped(number)
            #expect(!isHeld(event))
            let said = await show(code, to: door)
            #expect(said.contains("\"verdict\"") && !said.contains("cannot-record"), "\(said)")
            #expect(RunningProgram.state(of: number) == "T")
            kill(number, SIGCONT)
            let end = await office.finish()
            #expect(end.status == 0, "\(end.errors)")
        }
    }

    @Test("Stopped under the lock by a signal that it cannot catch, a command is woken by the door that waits for it")
    func halted() async throws {
        try await withDoor { event, door, list in
            let code = try event.codes[0]
            let office = try event.doorcheck.start(["ticket", "import", list], input: "")
            try #require(await halt(office.process.processIdentifier, writingTo: event))
            let said = await show(code, to: door)
            #expect(said.contains("\"verdict\"") && !said.contains("cannot-record"), "\(said)")
            try #require(office.state != "T")
            let told = await door.complaints(until: "so it was continued")
            #expect(told.contains("'doorcheck ticket import' (process \(office.process.processIdentifier))"), "\(told)")
            let end = await office.finish()
            #expect(end.status == 0, "\(end.errors)")
        }
    }
}
