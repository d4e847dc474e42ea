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
