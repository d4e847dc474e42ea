// A command that is stopped while it writes, beside a door.

import Foundation
import TestSupport
import Testing

struct SuspensionTests {
    /// How often the command is stopped while it is at work.
    private static let stops = 25

    /// An event with a door that is open, and a long list to import beside it.
    private func withDoor(_ body: (SampleEvent, RunningProgram, _ list: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = folder + "/long.csv"
            let rows = (0..<40_000).map { "B\($0),Guest \($0)" }
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
        return await door.output(until: "\"elapsed_ms\"")
    }

    @Test("Stopped by Ctrl-Z, a command first ends its write, so that the door never waits for it")
    func keyboard() async throws {
        try await withDoor { event, door, list in
            let code = try event.codes[0]
            // A shell with job control, since a process without one is not stopped by a keyboard.
            let command = "exec 3>&1; \(Program.doorcheck.path) ticket import '\(list)' >&2 & echo $! >&3; wait -f $!"
            var shell = Program(path: "/bin/bash")
            shell.environment = event.doorcheck.environment
            let office = try shell.start(["-m", "-c", command], input: "")
            let number = try #require(Int32(await office.output(until: "\n").split(separator: "\n").first ?? ""))
            var stopped = 0
            for _ in 0..<Self.stops {
                kill(number, SIGTSTP)
                while let state = RunningProgram.state(of: number), state != "T" { await Task.yield() }
                guard RunningProgram.state(of: number) == "T" else { break }
                stopped += 1
                let said = await show(code, to: door)
                #expect(said.contains("\"verdict\"") && !said.contains("cannot-record"), "\(said)")
                // Had it been stopped under the lock, the door would have woken it.
                #expect(RunningProgram.state(of: number) == "T")
                kill(number, SIGCONT)
                try await Task.sleep(for: .milliseconds(15))
            }
            #expect(stopped > 3, "the import was over before it was stopped")
            let end = await office.finish()
            #expect(end.status == 0, "\(end.errors)")
        }
    }

    @Test("Stopped by a signal that it cannot catch, a command is woken by the door that waits for it")
    func halted() async throws {
        try await withDoor { event, door, list in
            let code = try event.codes[0]
            let office = try event.doorcheck.start(["ticket", "import", list], input: "")
            var (stopped, woken) = (0, 0)
            for _ in 0..<4 * Self.stops {
                office.send(SIGSTOP)
                while let state = office.state, state != "T" { await Task.yield() }
                guard office.state == "T" else { break }
                stopped += 1
                let said = await show(code, to: door)
                #expect(said.contains("\"verdict\"") && !said.contains("cannot-record"), "\(said)")
                if office.state != "T" { woken += 1 }
                office.send(SIGCONT)
                try await Task.sleep(for: .milliseconds(15))
                if woken > 2 { break }
            }
            #expect(stopped > 3, "the import was over before it was stopped")
            #expect(woken > 0, "it was never stopped under the lock")
            let told = await door.complaints(until: "so it was continued")
            #expect(told.contains("'doorcheck ticket import' (process "), "\(told)")
            let end = await office.finish()
            #expect(end.status == 0, "\(end.errors)")
        }
    }
}
