// A hub that is moved and restored, and a box that knows nothing of it.

import Foundation
import TestSupport
import Testing

struct HubCopyTests {
    /// A hub with its database in a file, and a box that has joined.
    private final class Scene {
        var office: Program
        let box: Program
        private var codes: ArraySlice<String>
        /// How many guests were admitted.
        private(set) var admitted = 0

        init(in folder: String) async throws {
            let event = try await SampleEvent(in: folder + "/hub", tickets: 30)
            codes = try event.codes[...]
            var office = event.doorcheck
            let listen = "127.0.0.1:\(try Receiver.freePort())"
            office.environment["DOORCHECK_HUB_DATABASE"] = folder + "/hub.sqlite"
            office.environment["DOORCHECK_HUB_LISTEN"] = listen
            var box = Program.doorcheck
            box.environment["DOORCHECK_LEDGER"] = folder + "/box/ledger.sqlite"
            box.environment["DOORCHECK_KEYS"] = folder + "/box/keys"
            box.environment["DOORCHECK_BOX"] = "north-1"
            box.environment["DOORCHECK_HUB_URL"] = "http://" + listen
            (self.office, self.box) = (office, box)
            try await served { _ in
                let code = try await office.run(["hub", "enroll", "--name", "north-1"]).output
                #expect(try await box.run(["hub", "join", String(code.dropLast())]).status == 0)
                #expect(try await box.run(["hub", "sync"]).status == 0)
            }
        }

        /// Serves the hub while the body runs.
        func served(_ body: (RunningProgram) async throws -> Void) async throws {
            let hub = try office.start(["hub", "serve"])
            #expect(await hub.complaints(until: "hub at").contains("hub at http://127.0.0.1:"))
            try await body(hub)
            hub.send(SIGTERM)
            #expect(await hub.finish().status == 0)
        }

        /// Admits guests at the box's door until the hub decides on one; on a busy machine it is too late for some.
        ///
        /// - Returns: Whether it decided on one of five.
        func admitsByHub() async throws -> Bool {
            for _ in 0..<5 where try await admit() == "hub" { return true }
            return false
        }

        /// Admits the next guest at the box's door, and returns who decided: `hub` or `alone`.
        func admit() async throws -> String? {
            let next = codes.popFirst()
            let code = try #require(next)
            admitted += 1
            let verdicts = try await box.run(["run", "--stdin", "--json"], input: code + "\n").objects
            #expect(verdicts.compactMap { $0["reason"] as? String } == ["admitted"])
            return try await box.run(["ledger", "export", "scans", "--json"]).objects.last?["decided"] as? String
        }
    }

    @Test("A box goes on at a hub that was moved or restored, without joining again")
    func boxGoesOn() async throws {
        try await withTemporaryFolder(holding: ["hub", "box/keys"]) { folder in
            let scene = try await Scene(in: folder)
            let (moved, copy) = (folder + "/moved.sqlite", folder + "/copy.sqlite")
            var claims = 0
            try await scene.served { hub in
                #expect(try await scene.admitsByHub())
                let done = try await scene.office.run(["hub", "migrate", "--to", moved])
                #expect(done.status == 0 && done.output.contains("restart the hubs"), "\(done.errors)")
                #expect(done.errors.contains("Gates decide alone"))
                let again = try await scene.office.run(["hub", "migrate", "--to", folder + "/other.sqlite"])
                #expect(again.status == 65 && !again.errors.contains("Gates decide alone"), "\(again)")
                // The hub that is still running takes nothing, so the gate decides alone.
                #expect(try await scene.admit() == "alone")
            }
            let refusal = try await scene.office.run(["hub", "serve"])
            #expect(refusal.status == 65 && refusal.errors.contains("hub migrate --cancel"), "\(refusal.errors)")
            scene.office.environment["DOORCHECK_HUB_DATABASE"] = moved
            try await scene.served { _ in
                #expect(try await scene.box.run(["hub", "sync"]).status == 0)
                let line = try await scene.office.run(["hub", "backup", copy, "--json"]).objects.first
                claims = try #require(line?["claims"] as? Int)
                #expect((1...scene.admitted).contains(claims) && line?["database"] as? String == copy)
                #expect(try await scene.admitsByHub())
            }
            try FileManager.default.removeItem(atPath: moved)
            let restored = try await scene.office.run(["hub", "restore", copy])
            #expect(restored.status == 0 && restored.output.contains("\(claims) claim"), "\(restored)")
            #expect(try await scene.office.run(["hub", "restore", copy]).errors.contains("--replace"))
            try await scene.served { _ in
                #expect(try await scene.box.run(["hub", "sync"]).status == 0)
                // The scan that the backup lacks comes from the box, and then to the hub's own ledger.
                var (arrived, attempts): (Int?, Int) = (nil, 0)
                while arrived != scene.admitted, attempts < 1000 {
                    arrived = try await scene.office.run(["report", "--json"]).objects.first?["arrived"] as? Int
                    attempts += 1
                }
                #expect(arrived == scene.admitted)
            }
        }
    }

    @Test("A password in the new database's address is refused, and not repeated")
    func password() async throws {
        let address = "postgresql://hub:vivid-otter@127.0.0.1/doorcheck"
        let done = try await Program.doorcheck.run(["hub", "migrate", "--to", address])
        #expect(done.status == 64 && done.errors.contains("PGPASSWORD") && !done.errors.contains("otter"))
        for arguments in [["hub", "migrate"], ["hub", "migrate", "--cancel", "--to", "a"]] {
            #expect(try await Program.doorcheck.run(arguments).status == 64)
        }
    }
}
