// Two boxes and a stick.

import Foundation
import TestSupport
import Testing

struct SyncTests {
    /// A second box with the same keys for tickets, and nothing else yet.
    private func secondBox(of event: SampleEvent, in folder: String) throws -> Program {
        try FileManager.default.createDirectory(atPath: folder + "/keys", withIntermediateDirectories: true)
        let master = "/keys/master.key"
        try FileManager.default.copyItem(atPath: event.folder + master, toPath: folder + master)
        var box = Program.doorcheck
        box.environment["DOORCHECK_LEDGER"] = folder + "/ledger.sqlite"
        box.environment["DOORCHECK_KEYS"] = folder + "/keys"
        box.environment["DOORCHECK_BOX"] = "south-1"
        return box
    }

    @Test("Two boxes that only share a stick let a copy in twice, and both report it once")
    func stick() async throws {
        try await withTemporaryFolder(holding: ["north", "south", "stick"]) { folder in
            let event = try await SampleEvent(in: folder + "/north", tickets: 1)
            let north = event.doorcheck
            let south = try secondBox(of: event, in: folder + "/south")
            func run(_ box: Program, _ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await box.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            let stick = folder + "/stick"
            let ids = (stick + "/north.id", stick + "/south.id")
            let code = try await run(north, "sync", "id", ids.0).errors
            _ = try await run(south, "sync", "id", ids.1)
            #expect(try await run(south, "sync", "trust", ids.0).output.hasSuffix(code))
            _ = try await run(north, "sync", "trust", ids.1)
            let itself = try await run(south, "sync", "trust", ids.1, status: 65)
            #expect(itself.errors.contains("That is this box's own identity"))
            let impostor = try secondBox(of: event, in: folder + "/impostor")
            _ = try await run(impostor, "sync", "id", stick + "/impostor.id")
            let taken = try await run(north, "sync", "trust", stick + "/impostor.id", status: 65)
            #expect(taken.errors.contains("Another box with a different key is already trusted as 'south-1'"))
            _ = try await run(north, "sync", "trust", stick + "/impostor.id", "--replace")
            let line = try String(contentsOfFile: ids.1, encoding: .utf8).dropLast()
            _ = try await run(north, "sync", "trust", String(line), "--replace")
            let name = try #require(
                try String(contentsOfFile: ids.0, encoding: .utf8).split(separator: " ").first.map(String.init))
            let unknown = try await run(north, "sync", "export", stick + "/a", "--for", "soutg-1", status: 66)
            #expect(unknown.errors.contains("it trusts: south-1. Run `doorcheck sync trust`"), "\(unknown.errors)")
            #expect(unknown.errors.contains("Did you mean 'south-1'?"))
            _ = try await run(north, "sync", "export", stick + "/a", "--for", "south-1")
            _ = try await run(south, "sync", "import", stick + "/a")
            let own = try await run(north, "sync", "import", stick + "/a", status: 65)
            #expect(own.errors.contains("This box wrote"))

            let ticket = try event.codes[0]
            for box in [north, south] {
                let verdict = try await box.run(["run", "--stdin", "--json"], input: ticket + "\n")
                #expect(verdict.objects.compactMap { $0["reason"] as? String }.first == "admitted")
            }
            _ = try await run(south, "sync", "export", stick + "/b", "--for", name)
            #expect(try await run(north, "sync", "import", stick + "/b").output.contains("1 scan"))
            _ = try await run(north, "sync", "export", stick + "/c", "--for", "south-1")
            _ = try await run(south, "sync", "import", stick + "/c")
            let old = try await south.run(["sync", "import", stick + "/a"])
            #expect(old.status == 0 && old.output.contains("nothing new"))
            #expect(old.errors.contains("older than the last one imported"))
            for box in [north, south] {
                let double = try #require(try await run(box, "report", "doubles", "--json").objects.first)
                #expect(double["box"] as? String == "south-1" && double["first_box"] as? String == name)
                #expect(double["decided"] as? String == "alone" && double["seq"] as? Int == 1)
                #expect(try await run(box, "report", "doubles", "--csv").output.split(separator: "\r\n").count == 2)
                _ = try await run(box, "ledger", "verify")
            }
            let status = try await run(south, "sync", "status", "--json").objects
            #expect(status.compactMap { $0["scans_waiting"] as? Int } == [0])
        }
    }

    @Test("One command at each machine brings a new box the organiser, the list and the key, and nothing foreign")
    func everythingOnAStick() async throws {
        try await withTemporaryFolder(holding: ["north", "south", "other", "stick"]) { folder in
            let event = try await SampleEvent(in: folder + "/north", tickets: 1)
            let north = event.doorcheck
            let south = try secondBox(of: event, in: folder + "/south")
            try FileManager.default.removeItem(atPath: folder + "/south/keys/master.key")
            let other = try await SampleEvent(in: folder + "/other", tickets: 1).doorcheck
            let stick = folder + "/stick"
            func run(_ box: Program, _ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await box.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            #expect(try await run(south, "sync", "stick", stick).output.contains("south-1.id: written; code"))
            _ = try await run(north, "sync", "trust", stick + "/south-1.id")
            let written = try await run(north, "sync", "stick", stick)
            #expect(written.output.contains("for 'south-1'"), "\(written.output)")
            _ = try await run(north, "key", "export", stick + "/night.key")
            // A key of another organiser's event, and files of other kinds.
            _ = try await run(other, "key", "export", stick + "/other.key")
            try Data("no sync file".utf8).write(to: URL(filePath: stick + "/holiday.dcsync"))
            try Data("a b".utf8).write(to: URL(filePath: stick + "/passport.id"))
            mkfifo(stick + "/endless.dcsync", 0o600)
            try FileManager.default.createDirectory(atPath: stick + "/old.dcsync", withIntermediateDirectories: false)

            let taken = try await run(south, "sync", "stick", stick, status: 65)
            #expect(taken.output.contains("trusted; code") && taken.output.contains("1 ticket"), "\(taken.output)")
            #expect(taken.output.contains("night.key: taken"))
            #expect(taken.errors.contains("other.key is the key of no event that this box has"), "\(taken.errors)")
            #expect(taken.errors.contains("holiday.dcsync is not a file from `doorcheck sync export`"))
            #expect(taken.errors.contains("Not taken from the stick: 2 files."))
            let keys = try FileManager.default.contentsOfDirectory(atPath: folder + "/south/keys")
            #expect(keys.count { $0.hasSuffix(".key") } == 1)
            let verdict = try await south.run(["run", "--stdin", "--json"], input: try event.codes[0] + "\n")
            #expect(verdict.objects.compactMap { $0["reason"] as? String }.first == "admitted")

            _ = try await run(south, "sync", "stick", stick, status: 65)
            #expect(try await run(north, "sync", "stick", stick, status: 65).output.contains("1 scan"))
        }
    }

    @Test("With two organisers on a stick, a new box belongs to neither")
    func twoOrganisers() async throws {
        try await withTemporaryFolder(holding: ["north", "south", "other", "stick"]) { folder in
            let event = try await SampleEvent(in: folder + "/north", tickets: 1)
            let south = try secondBox(of: event, in: folder + "/south")
            try FileManager.default.removeItem(atPath: folder + "/south/keys/master.key")
            let other = try await SampleEvent(in: folder + "/other", tickets: 1).doorcheck
            _ = try await event.doorcheck.run(["sync", "id", folder + "/stick/one.id"])
            _ = try await other.run(["sync", "id", folder + "/stick/two.id"])
            let taken = try await south.run(["sync", "stick", folder + "/stick"])
            #expect(taken.status == 65 && taken.errors.contains("Several organisers are on the stick (one.id, two.id)"))
            #expect(try await south.run(["box", "list"]).errors.contains("belongs to no organiser"))
            #expect(try await south.run(["sync", "stick", folder + "/nowhere"]).status == 66)
        }
    }

    @Test("A ledger that is restored from before it had an organiser belongs to the same one, and to no other")
    func restoredFromBeforeOrganiser() async throws {
        try await withTemporaryFolder(holding: ["north", "south", "other"]) { folder in
            let northern = try await SampleEvent(in: folder + "/north", tickets: 1)
            let (north, other) = (
                northern.doorcheck, try await SampleEvent(in: folder + "/other", tickets: 1).doorcheck
            )
            let south = try secondBox(of: northern, in: folder + "/south")
            try FileManager.default.removeItem(atPath: folder + "/south/keys/master.key")
            func run(_ box: Program, _ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await box.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            let (ledger, backup) = (folder + "/south/ledger.sqlite", folder + "/backup.sqlite")
            _ = try await run(south, "sync", "id")
            _ = try await run(south, "ledger", "backup", backup)
            _ = try await run(north, "sync", "id", folder + "/north.id")
            _ = try await run(other, "sync", "id", folder + "/other.id")
            let organiser = try await run(north, "box", "list").errors
            _ = try await run(south, "sync", "trust", folder + "/north.id")
            for end in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: ledger + end) {
                try FileManager.default.removeItem(atPath: ledger + end)
            }
            try FileManager.default.copyItem(atPath: backup, toPath: ledger)
            #expect(try await run(south, "box", "list").errors.contains("belongs to no organiser"))
            let refused = try await run(south, "sync", "trust", folder + "/other.id", status: 65)
            #expect(refused.errors.contains("belongs to the organiser with the code"))
            let foreign = try await run(north, "sync", "trust", folder + "/other.id", status: 65)
            #expect(foreign.errors.contains("would accept no membership from here"))
            #expect(organiser.hasPrefix("organiser "))
            #expect(try await run(south, "box", "list").errors.hasPrefix(organiser))
        }
    }

    @Test("A box with a new identity has a new key, and what was sealed for the old one stays shut")
    func newIdentity() async throws {
        try await withTemporaryFolder(holding: ["north", "south"]) { folder in
            let event = try await SampleEvent(in: folder + "/north", tickets: 1)
            let (north, south) = (event.doorcheck, try secondBox(of: event, in: folder + "/south"))
            func run(_ box: Program, _ arguments: String..., status: Int32 = 0) async throws -> Program.Result {
                let result = try await box.run(arguments)
                #expect(result.status == status, "\(arguments): \(result.errors)")
                return result
            }
            let (old, new, file) = (folder + "/south.id", folder + "/south-new.id", folder + "/for-south")
            _ = try await run(south, "sync", "id", old)
            _ = try await run(north, "sync", "trust", old)
            _ = try await run(north, "sync", "id", folder + "/north.id")
            _ = try await run(south, "sync", "trust", folder + "/north.id")
            _ = try await run(north, "sync", "export", file, "--for", "south-1")
            // Where no new key can be written, it stays the box that it is.
            let obstacle = folder + "/south/keys/box.secret.new"
            try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: false)
            let before = try await run(south, "sync", "id", "--json").output
            #expect(try await run(south, "sync", "id", "--new", status: 74).errors.contains(obstacle))
            #expect(try await run(south, "sync", "id", "--json").output == before)
            try FileManager.default.removeItem(atPath: obstacle)

            let former = try Data(contentsOf: URL(filePath: folder + "/south/keys/box.secret"))
            let told = try await run(south, "sync", "id", "--new", new).errors
            #expect(told.contains("`doorcheck sync trust --replace`") && told.contains("`doorcheck hub join`"))
            #expect(try String(contentsOfFile: old, encoding: .utf8) != String(contentsOfFile: new, encoding: .utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/south/keys").count == 3)
            let secret = URL(filePath: folder + "/south/keys/box.secret")
            #expect(try FileManager.default.attributesOfItem(atPath: secret.path())[.posixPermissions] as? Int == 0o600)
            // The power fails when the ledger has the new identity, and the new key is still beside the old one.
            try FileManager.default.moveItem(atPath: secret.path(), toPath: secret.path() + ".new")
            try former.write(to: secret)
            chmod(secret.path(), 0o600)
            _ = try await run(south, "sync", "id", folder + "/south-again.id")
            #expect(FileManager.default.contentsEqual(atPath: new, andPath: folder + "/south-again.id"))
            // Without its key it says so, in every command that needs it.
            let kept = secret.path() + ".kept"
            try FileManager.default.moveItem(atPath: secret.path(), toPath: kept)
            for command in [
                ["sync", "id"], ["sync", "export", file, "--for", "sample-box"], ["sync", "import", file],
            ] {
                let lost = try await south.run(command)
                let isSaid = lost.errors.contains("is not the key of box 'south-1'")
                #expect(lost.status == 78 && isSaid, "\(command): \(lost.status) \(lost.errors)")
            }
            try FileManager.default.removeItem(at: secret)
            try FileManager.default.moveItem(atPath: kept, toPath: secret.path())
            let shut = try await run(south, "sync", "import", file, status: 65)
            #expect(shut.errors.contains("another box"), "\(shut.errors)")
            _ = try await run(north, "sync", "trust", new, "--replace")
            _ = try await run(north, "sync", "export", file, "--for", "south-1")
            _ = try await run(south, "sync", "import", file)
        }
    }
}
