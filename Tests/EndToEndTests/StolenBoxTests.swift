// A stolen box makes tickets with a key that it shares with others, and none with a public key.

import Foundation
import TestSupport
import Testing

struct StolenBoxTests {
    @Test(
        "A thief with every file of a box makes tickets of suite 1, and none of suites 2 and 3", arguments: [1, 2, 3])
    func thief(suite: Int) async throws {
        try await withTemporaryFolder(holding: ["office", "north/keys", "south/keys"]) { folder in
            func box(_ name: String) -> Program {
                var program = Program.doorcheck
                program.environment["DOORCHECK_LEDGER"] = "\(folder)/\(name)/ledger.sqlite"
                program.environment["DOORCHECK_KEYS"] = "\(folder)/\(name)/keys"
                program.environment["DOORCHECK_BOX"] = name
                program.environment["DOORCHECK_GATE"] = "main"
                return program
            }
            let office = box("office")
            func run(_ box: Program, _ arguments: String..., input: String = "") async throws -> Program.Result {
                let result = try await box.run(arguments, input: input)
                try #require(result.status == 0, "\(arguments): \(result.errors)")
                return result
            }
            _ = try await run(office, "key", "new")
            _ = try await run(office, "event", "new", "Night", "--gate", "main", "--suite", "\(min(suite, 2))")
            let codes = ["--output", folder + "/codes.csv"]
            if suite == 3 {
                let (key, grant) = (folder + "/shop.key", folder + "/shop.grant")
                _ = try await run(office, "partner", "key", "new", key)
                let range = ["--key", folder + "/shop.pub", "--numbers", "1-50", "--output", grant]
                try #require(await office.run(["partner", "grant", "Campus shop"] + range).status == 0)
                let issued = ["partner", "issue", grant, "--key", key, "--numbers", "1-2"] + codes
                try #require(await office.run(issued).status == 0)
            } else {
                try #require(await office.run(["ticket", "issue", "--count", "2"] + codes).status == 0)
            }
            for name in ["north", "south"] {
                try await introduce(box(name), name: name, to: office, in: folder)
                if suite == 1 {
                    _ = try await run(office, "key", "export", "\(folder)/\(name)/keys/night.key")
                }
            }
            if suite >= 2 {
                let shown = try await run(office, "event", "show", "--json").objects.first
                try plant(keyOf: try #require(shown?["id"] as? String), in: folder)
            }
            let thief = Program(path: "/usr/bin/python3")
            let script = Program.root + "/Tests/EndToEndTests/stolen-box.py"
            let forged = try await run(thief, "-B", script, folder + "/north")
            try #require(forged.lines.count > 20)
            let judged = try await box("south").run(["run", "--stdin", "--json"], input: forged.output)
            let verdicts = judged.objects.compactMap { $0["reason"] as? String }
            #expect(verdicts.count == forged.lines.count)
            // One code is at most one guest; a thief who succeeds gets further ones past as copies.
            #expect(verdicts.contains("admitted") == (suite == 1), "\(Set(verdicts))")
            #expect(suite == 1 || Set(verdicts).isSubset(of: ["forged", "unknown-key"]), "\(Set(verdicts))")
            #expect(suite < 3 || forged.lines.count > 100)
            // What the office has signed comes in, unless the thief was there with it.
            let genuine = try String(contentsOfFile: folder + "/codes.csv", encoding: .utf8)
                .split(separator: "\r\n").dropFirst().compactMap { $0.split(separator: ",").last }
            let code = try #require(genuine.first)
            let admitted = try await box("south").run(["run", "--stdin", "--json"], input: code + "\n")
            let reasons = admitted.objects.compactMap { $0["reason"] as? String }
            #expect((reasons == ["admitted"]) == (suite >= 2), "\(reasons)")
        }
    }

    /// Puts a key of suite 1 that the thief has made into the other box's folder, as a hostile hub or a stick might.
    private func plant(keyOf event: String, in folder: String) throws {
        let text = """
            doorcheck-event-key 1
            event \(event)
            epoch 1
            suite 1
            key-id aea25d1c
            secret 5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a

            """
        for name in ["north", "south"] {
            let path = "\(folder)/\(name)/keys/planted.key"
            let mode: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
            let isThere = FileManager.default.createFile(atPath: path, contents: Data(text.utf8), attributes: mode)
            try #require(isThere)
        }
    }

    /// Makes a box a member by stick, which brings the event, its tickets and, of suite 2, its key.
    private func introduce(_ box: Program, name: String, to office: Program, in folder: String) async throws {
        let files = (office: "\(folder)/office.id", box: "\(folder)/\(name).id", sync: "\(folder)/\(name).dcsync")
        for (program, arguments) in [
            (box, ["sync", "id", files.box]), (office, ["sync", "trust", files.box]),
            (office, ["sync", "id", "\(files.office)-\(name)"]), (box, ["sync", "trust", "\(files.office)-\(name)"]),
            (office, ["sync", "export", files.sync, "--for", name]), (box, ["sync", "import", files.sync]),
        ] {
            let result = try await program.run(arguments)
            try #require(result.status == 0, "\(arguments): \(result.errors)")
        }
    }
}
