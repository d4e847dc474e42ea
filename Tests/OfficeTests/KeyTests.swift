// The organiser's key.

import Foundation
import Testing
import TicketSigning

@testable import Office

struct KeyTests {
    private func state(_ office: RunningOffice) async throws -> String? {
        (try await office.get("/office/state").object["key"] as? [String: Any])?["state"] as? String
    }

    @Test("A new key counts as unsaved until somebody says that a copy is in a safe place")
    func aNewKeyCountsAsUnsaved() async throws {
        try await RunningOffice.open { office in
            #expect(try await state(office) == "missing")
            #expect(try await office.get("/office/key/copy").status == 422)
            #expect(try await office.post("/office/key").status == 200)
            #expect(try await state(office) == "unsaved")
            let copy = try await office.get("/office/key/copy")
            #expect(copy.body == [UInt8](try Data(contentsOf: URL(filePath: office.keysPath + "/master.key"))))
            #expect(copy.headers["cache-control"] == "no-store")
            #expect(try await state(office) == "unsaved")
            #expect(try await office.post("/office/key/saved", ["saved": false]).status == 200)
            #expect(try await state(office) == "unsaved")
            #expect(try await office.post("/office/key/saved", ["saved": true]).status == 200)
            #expect(try await state(office) == "saved")
        }
    }

    @Test("A key is never replaced, and only this user can read it")
    func aKeyIsNeverReplacedAnd() async throws {
        try await RunningOffice.open { office in
            #expect(try await office.post("/office/key").status == 200)
            let path = office.keysPath + "/master.key"
            let before = try Data(contentsOf: URL(filePath: path))
            #expect(try await office.post("/office/key").status == 422)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test("Where events belong to a key that is gone, no new one is created, and nothing is signed with another")
    func lostKey() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\n", to: event)
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            let version = try await office.get("/office/tickets/\(id)").text("version")
            let path = office.keysPath + "/master.key"
            try FileManager.default.moveItem(atPath: path, toPath: path + ".away")
            let refused = try await office.post("/office/key")
            #expect(refused.status == 409 && refused.said.contains("Put your copy"))
            let reissue: [String: Any] = ["action": "reissue", "version": version]
            #expect(try await office.post("/office/tickets/\(id)", reissue).status >= 400)
            #expect(try await office.post("/office/events/\(event)/sell", ["name": "Bo"]).status >= 400)
            // Another organiser's key in its place.
            try KeyFile.writeMasterKey(.random(), to: path)
            #expect(try await office.post("/office/tickets/\(id)", reissue).status == 422)
            #expect(try await office.get("/office/tickets/\(id)/code.png").status == 422)
            #expect(try await office.get("/office/events/\(event)/tickets.pdf?size=A4").status == 422)
            #expect(try await office.get("/office/tickets/\(id)").text("status") == "valid")
            #expect(try await office.tickets(of: event).count == 1)
        }
    }

    @Test("Without a key there is no event")
    func withoutAKeyThereIsNo() async throws {
        try await RunningOffice.open { office in
            let form: [String: Any] = ["event": ["name": "Night"], "gates": [["name": "main"]]]
            let answer = try await office.post("/office/events", form)
            #expect(answer.status == 409)
            #expect(!FileManager.default.fileExists(atPath: office.ledgerPath))
        }
    }
}
