// An event's keys from the command line.

import Foundation
import TestSupport
import Testing

struct KeyTests {
    @Test("Old and new keys go side by side until the old one is retired, and the newest stays")
    func rotation() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            func run(_ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await event.doorcheck.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            let picture = try event.files[0]
            let old = try #require(try await run("key", "list", "--json").objects.first?["key"] as? String)
            #expect(try await run("key", "retire", old, status: 64).errors.contains("key rotate"))
            let new = try await run("key", "rotate").output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(new != old)
            _ = try await run("check", picture)
            let list = folder + "/late.csv"
            try "name\nLate Guest\n".write(toFile: list, atomically: true, encoding: .utf8)
            _ = try await run("ticket", "issue", list, "--png", folder + "/late")
            let late = try #require(try FileManager.default.contentsOfDirectory(atPath: folder + "/late").first)
            #expect(try await run("key", "retire", old.uppercased()).errors.contains("ticket reissue --key \(old)`"))
            _ = try await run("key", "retire", old)
            _ = try await run("key", "retire", "00000000", status: 66)
            let refused = try await run("check", "--json", picture, status: 1)
            #expect(refused.objects.contains { $0["reason"] as? String == "unknown-key" })
            _ = try await run("check", folder + "/late/" + late)
            let states = try await run("key", "list", "--json").objects.map { $0["state"] as? String }
            #expect(states == ["retired", "good"])
            _ = try await run("key", "export", folder + "/box.key")
            #expect(try String(contentsOfFile: folder + "/box.key", encoding: .utf8).contains("key-id \(new)\n"))
        }
    }

    @Test("A new event key is for the group of a folder that is shared, whatever the user's mask takes away")
    func sharedFolder() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let keys = folder + "/keys"
            func modes() throws -> [String: Int] {
                let names = try FileManager.default.contentsOfDirectory(atPath: keys).filter { $0.hasSuffix(".key") }
                return try Dictionary(
                    uniqueKeysWithValues: names.map { name in
                        let facts = try FileManager.default.attributesOfItem(atPath: "\(keys)/\(name)")
                        return (name, try #require(facts[.posixPermissions] as? Int))
                    })
            }
            let before = try modes()
            try #require(before.values.allSatisfy { $0 == 0o600 })
            try #require(chmod(keys, 0o2750) == 0)
            // The mask belongs to the whole process: a program of its own has it, and not the tests beside this one.
            var shell = Program(path: "/bin/sh")
            shell.environment = event.doorcheck.environment
            let rotate = "umask 077; exec '\(event.doorcheck.path)' key rotate"
            let rotated = try await shell.run(["-c", rotate])
            try #require(rotated.status == 0, "\(rotated.errors)")
            let new = try modes().filter { before[$0.key] == nil }
            #expect(new.count == 1 && new.values.allSatisfy { $0 == 0o640 }, "\(new)")
            #expect(try modes().filter { before[$0.key] != nil } == before)
        }
    }

    @Test("An event changes to suite 2, its old tickets stay valid, and its public key is no secret")
    func publicKeys() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            func run(_ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await event.doorcheck.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/keys").sorted()
            let rotated = try await run("key", "rotate", "--suite", "2").output
            let key = rotated.trimmingCharacters(in: .whitespacesAndNewlines)
            // The secret is in the master key alone.
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/keys").sorted() == files)
            #expect(try await run("key", "list", "--json").objects.map { $0["suite"] as? Int } == [1, 2])
            let (screen, list) = (folder + "/screen", folder + "/c.csv")
            _ = try await run("ticket", "issue", "--count", "1", "--png", screen, "--output", list)
            let rows = try String(contentsOfFile: list, encoding: .utf8).split(separator: "\r\n")
            let code = try #require(rows.last?.split(separator: ",").last)
            #expect(code.count == 154)
            _ = try await run("ticket", "codes", "--medium", "print", "--png", folder + "/print")
            let late = try #require(try FileManager.default.contentsOfDirectory(atPath: folder + "/screen").first)
            _ = try await run("check", try event.files[0], "\(folder)/screen/\(late)")
            _ = try await run("check", "\(folder)/print/\(late)")
            let path = folder + "/public.key"
            _ = try await run("key", "export", path)
            let facts = try FileManager.default.attributesOfItem(atPath: path)
            #expect((facts[.posixPermissions] as? Int).map { $0 & 0o444 } == 0o444)
            // A rotation stays with the suite.
            _ = try await run("key", "rotate")
            #expect(try await run("key", "list", "--json").objects.map { $0["suite"] as? Int } == [1, 2, 2])
            _ = try await run("key", "retire", key)
            _ = try await run("key", "retire", key)
            let refused = try await run("check", "--json", "\(folder)/screen/\(late)", status: 1)
            #expect(refused.objects.contains { $0["reason"] as? String == "unknown-key" })
        }
    }

    @Test("A public key's file is taken from the box's own organiser, and one from anybody else is named and not used")
    func certificates() async throws {
        try await withTemporaryFolder(holding: ["stranger"]) { folder in
            let event = try await SampleEvent(in: folder + "/event", tickets: 1)
            func run(_ arguments: [String], status: Int32 = 0) async throws -> Program.Result {
                let result = try await event.doorcheck.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            var stranger = Program.doorcheck
            stranger.environment["DOORCHECK_LEDGER"] = folder + "/stranger/ledger.sqlite"
            stranger.environment["DOORCHECK_KEYS"] = folder + "/stranger/keys"
            let planted = folder + "/event/keys/foreign.key"
            for arguments in [
                ["key", "new"], ["event", "new", "Other", "--gate", "main", "--suite", "2"],
                ["key", "export", planted],
            ] {
                let result = try await stranger.run(arguments)
                #expect(result.status == 0, "\(result.errors)")
            }
            _ = try await run(["check", try event.files[0]])
            #expect(try await run(["key", "list"]).errors.contains("foreign.key has a public key of the organiser"))
            let doctor = try await event.doorcheck.run(["doctor"]).output
            #expect(doctor.contains("remove the file: this box does not use it"), "\(doctor)")
            // A file of its own key counts without a record in the ledger, as after a restore.
            let new = try await run(["key", "rotate", "--suite", "2"]).output.dropLast()
            let own = folder + "/own.key"
            _ = try await run(["key", "export", "--key", String(new), own])
            let old = try #require(try await run(["key", "list", "--json"]).objects.first?["key"] as? String)
            _ = try await run(["key", "export", "--key", old, folder + "/old.key"])
            let text = try String(contentsOfFile: folder + "/old.key", encoding: .utf8)
            #expect(text.contains("key-id \(old)\n") && text.contains("suite 1\n"))
            _ = try await run(["key", "export", "--key", "00000000", folder + "/none.key"], status: 66)
        }
    }
}
