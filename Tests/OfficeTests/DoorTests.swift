// The door on this machine, and tests of its devices.

import Foundation
import TestSupport
import Testing

@testable import Office

struct DoorTests {
    private func test(_ office: RunningOffice) async throws -> [String: Any]? {
        try await office.get("/office/door").object["test"] as? [String: Any]
    }

    @Test("A test whose program cannot be started is refused with a sentence, and another one can follow")
    func notStarted() async throws {
        try await RunningOffice.open { office in
            for _ in 1...2 {
                let answer = try await office.post("/office/door/tests", ["test": "sound"])
                #expect(answer.status == 503 && answer.said.hasPrefix("The test cannot be started"), "\(answer.said)")
            }
            #expect(try await test(office) == nil)
            #expect(try await office.post("/office/door/tests", ["test": "rm -rf"]).status == 400)
            let camera = try await office.post("/office/door/tests", ["test": "tuning", "camera": "/etc/passwd"])
            #expect(camera.status == 422 && camera.field == "camera")
            #expect(try await office.get("/office/door/picture.jpg").status == 204)
        }
    }

    @Test("An open door shows the messages to its gate, and no others")
    func messages() async throws {
        let script = "echo display at http://127.0.0.1:1/ >&2; exec sleep 600"
        try await RunningOffice.open(script: script) { office in
            let event = try await office.makeEvent(["gates": [["name": "main"], ["name": "side"]]])
            func shown() async throws -> Set<String> {
                Set(try await office.get("/office/door").list("messages").compactMap { $0["text"] as? String })
            }
            for gate in [nil, "main", "side"] {
                var message: [String: Any] = ["text": "To \(gate ?? "all")", "minutes": 30]
                message["gate"] = gate
                #expect(try await office.post("/office/events/\(event)/messages", message).status == 204)
            }
            #expect(try await shown().isEmpty)
            #expect(try await office.post("/office/door/open", ["event": event, "gate": "main"]).status == 200)
            try await eventually { try await shown() == ["To all", "To main"] }
            #expect(try await office.post("/office/door/close").status == 200)
            try await eventually { try await shown().isEmpty }
        }
    }

    /// A door that has admitted one guest.
    private static func door(with ledger: String = "ledger.sqlite") -> String {
        """
        exec 9<"${0%/*}/\(ledger)"
        echo display at http://127.0.0.1:1/ >&2
        echo '{"verdict":"admit","reason":"admitted","holder":"Ada","tier":"VIP","at":"2026-07-04T19:30:00Z"}'
        sleep 600 & trap 'kill $!; exit 0' TERM; wait
        """
    }

    /// Opens a door that nobody waits for, as one whose office was killed.
    private func openOrphan(in folder: String) async throws {
        let line = "\"$0/program\" run --json --event=summer-night --gate=main &"
        var (shell, said) = (try ChildProgram("/bin/sh", ["-c", line, folder], named: "The shell"), 0)
        var hasEnded = false
        // Until the shell has ended as well: a child that has ended, and that nobody has asked how, holds up the tests
        // that run in processes of their own.
        try await eventually {
            let seen = shell.look()
            said += seen.output.count
            hasEnded = hasEnded || seen.end != nil
            return said > 0 && hasEnded
        }
    }

    @Test("A door that outlives its office is shown by the next one, which can close it")
    func orphan() async throws {
        try await withTemporaryFolder { folder in
            try await RunningOffice.open(script: Self.door(), in: folder) { office in
                _ = try await office.makeEvent()
            }
            try await openOrphan(in: folder)
            try await RunningOffice.open(script: Self.door(), in: folder) { office in
                func state() async throws -> String { try await office.get("/office/door").text("state") }
                try await eventually { try await state() == "open" }
                let door = try await office.get("/office/door")
                #expect(door.text("gate") == "main" && door.text("address") == "http://127.0.0.1:1/")
                #expect(door.object["counts"] as? [String: Int] == ["admit": 1])
                let line = try #require(door.list("verdicts").first)
                #expect(line["name"] as? String == "Ada" && line["at"] as? Int == 1_783_193_400_000)
                // The third does not take it from the second.
                try await RunningOffice.open(script: Self.door(), in: folder) { other in
                    let state = try await other.get("/office/door").text("state")
                    #expect(state == "closed")
                }
                #expect(try await state() == "open")
                let event = door.text("event")
                #expect(try await office.post("/office/door/open", ["event": event, "gate": "main"]).status == 409)
                #expect(try await office.post("/office/door/close").status == 200)
                try await eventually { try await state() == "closed" }
            }
        }
    }

    @Test("A door with another ledger stays what it is")
    func anotherLedger() async throws {
        try await withTemporaryFolder { folder in
            try Data().write(to: URL(filePath: folder + "/other.sqlite"))
            let script = Self.door(with: "other.sqlite")
            try await RunningOffice.open(script: script, in: folder) { _ = try await $0.makeEvent() }
            try await openOrphan(in: folder)
            try await RunningOffice.open(script: script, in: folder) { office in
                let state = try await office.get("/office/door").text("state")
                #expect(state == "closed")
            }
            let left = ProcessFolder.all.filter { $0.words.contains(folder + "/program") }
            #expect(left.count == 1)
            for program in left { kill(program.process, SIGTERM) }
        }
    }

    @Test("A door whose office still runs stays with that one")
    func notOrphan() async throws {
        try await withTemporaryFolder { folder in
            try await RunningOffice.open(script: Self.door(), in: folder) { office in
                let event = try await office.makeEvent()
                #expect(try await office.post("/office/door/open", ["event": event, "gate": "main"]).status == 200)
                try await eventually { try await office.get("/office/door").text("state") == "open" }
                try await RunningOffice.open(script: Self.door(), in: folder) { other in
                    let state = try await other.get("/office/door").text("state")
                    #expect(state == "closed")
                }
                #expect(try await office.get("/office/door").text("state") == "open")
            }
        }
    }

    @Test("What the office can do about a finding is named with it")
    func remedies() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let checks = try await office.get("/office/events/\(event)/door/checks").list("checks")
            let list = checks.first { $0["subject"] as? String == "list" }
            #expect(list?["level"] as? String == "fail" && list?["remedy"] as? String == "list")
            #expect(checks.allSatisfy { $0["level"] as? String != "ok" || $0["remedy"] == nil })
        }
    }

    @Test("One test runs at a time; what it says is shown, and it can be ended")
    func oneAtATime() async throws {
        let script = "echo \"$@\"; echo doorcheck: It hums. >&2; exec sleep 600"
        try await RunningOffice.open(script: script) { office in
            #expect(try await office.post("/office/door/tests", ["test": "lamp"]).status == 200)
            #expect(try await office.post("/office/door/tests", ["test": "sound"]).status == 409)
            try await eventually { try await test(office)?["said"] as? [String] == ["lamp test", "It hums."] }
            #expect(try await office.post("/office/door/tests/end").status == 200)
            try await eventually { try await test(office)?["state"] as? String == "done" }
        }
        try await RunningOffice.open(script: "echo doorcheck: no sound card default. >&2; exit 69") { office in
            #expect(try await office.post("/office/door/tests", ["test": "sound"]).status == 200)
            try await eventually { try await test(office)?["state"] as? String == "failed" }
            #expect(try await test(office)?["said"] as? [String] == ["no sound card default."])
        }
    }
}
