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

    @Test("One test runs at a time; what it says is shown, and it can be ended")
    func oneAtATime() async throws {
        let script = "echo \"$@\"; echo doorcheck: It hums. >&2; exec sleep 60"
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
