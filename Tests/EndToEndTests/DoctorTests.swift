// What `doorcheck doctor` finds on a sound box and on others.

import Foundation
import TestSupport
import Testing

struct DoctorTests {
    /// The levels of what was found, by subject; the gravest where a subject has several.
    private static func levels(_ result: Program.Result) -> [String: String] {
        let order = ["ok", "warn", "fail"]
        return result.objects.reduce(into: [:]) { levels, object in
            guard let subject = object["subject"] as? String, let level = object["level"] as? String else { return }
            let known = levels[subject].flatMap(order.firstIndex) ?? 0
            levels[subject] = order[max(known, order.firstIndex(of: level) ?? 0)]
        }
    }

    @Test("A box with ledger, event, list and keys lacks only its camera, and nothing is left behind")
    func soundBox() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let result = try await event.doorcheck.run(["doctor", "--json"])
            let levels = Self.levels(result)
            #expect(result.status == 1)
            #expect(levels.filter { $0.value == "fail" }.keys.allSatisfy { ["camera", "disk"].contains($0) })
            #expect(levels["camera"] == "fail")
            #expect(levels["ledger"] == "ok" && levels["event"] == "ok" && levels["list"] == "ok")
            #expect(levels["keys"] == "warn", "the issuer's key is here")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).allSatisfy { !$0.hasPrefix(".") })
        }
    }

    @Test("As long as somebody has put off copying the master key, a copy is asked for")
    func masterCopy() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            func asked() async throws -> Bool {
                try await event.doorcheck.run(["doctor", "--json"]).objects.contains {
                    ($0["finding"] as? String)?.contains("copy of the master key") == true
                }
            }
            #expect(try await !asked())
            let marker = folder + "/keys/master.copy-later"
            #expect(FileManager.default.createFile(atPath: marker, contents: Data()))
            #expect(try await asked())
            try FileManager.default.removeItem(atPath: marker)
            #expect(try await !asked())
        }
    }

    @Test("As soon as a second box has the key that makes tickets, public keys are recommended, and not any more then")
    func sharedKey() async throws {
        try await withTemporaryFolder(holding: ["box/keys"]) { folder in
            let event = try await SampleEvent(in: folder + "/event", tickets: 1)
            var box = Program.doorcheck
            box.environment["DOORCHECK_LEDGER"] = folder + "/box/ledger.sqlite"
            box.environment["DOORCHECK_KEYS"] = folder + "/box/keys"
            box.environment["DOORCHECK_BOX"] = "north-1"
            let advice = "key rotate --suite 2 --event summer-night"
            #expect(!(try await event.doorcheck.run(["doctor"]).output.contains(advice)))
            _ = try await box.run(["sync", "id", folder + "/north.id"])
            #expect(try await event.doorcheck.run(["sync", "trust", folder + "/north.id"]).status == 0)
            let warned = try await event.doorcheck.run(["doctor"]).output
            #expect(warned.contains(/2 machines have key [0-9a-f]{8} of summer-night/), "\(warned)")
            #expect(warned.contains(advice))
            #expect(try await event.doorcheck.run(["key", "rotate", "--suite", "2"]).status == 0)
            // The old key is still valid, and everywhere.
            let rotated = try await event.doorcheck.run(["doctor"]).output
            #expect(!rotated.contains(advice) && rotated.contains("ticket reissue --key"), "\(rotated)")
            let old = try #require(try await event.doorcheck.run(["key", "list", "--json"]).objects.first?["key"])
            #expect(try await event.doorcheck.run(["key", "retire", "\(old)"]).status == 0)
            #expect(!(try await event.doorcheck.run(["doctor"]).output.contains("machines have key")))
        }
    }

    @Test("A box that was shown codes of a newer program is named")
    func outdatedBox() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            #expect(!(try await event.doorcheck.run(["doctor"]).output.contains("newer program")))
            // The bytes 200 and 0, and so a suite that nobody knows.
            _ = try await event.doorcheck.run(["run", "--stdin"], input: "DC1:ZCP\n")
            let told = try await event.doorcheck.run(["doctor"]).output
            #expect(told.contains("'sample-box' refused codes of summer-night as those of a newer program"), "\(told)")
        }
    }

    @Test("A machine with nothing on it is told everything that is missing, and what to do")
    func emptyMachine() async throws {
        try await withTemporaryFolder { folder in
            try "ledger = \"box/ledger.sqlite\"\n".write(
                toFile: folder + "/new.toml", atomically: true, encoding: .utf8)
            let result = try await Program.doorcheck.run(["doctor", "--config", folder + "/new.toml"])
            #expect(result.status == 1)
            #expect(result.output.contains("the folder \(folder)/box/ is missing"))
            #expect(result.output.contains("`doorcheck event new` creates one"))
            #expect(result.errors.contains("Not ready: "))
        }
    }

    @Test("A key that others can read, one that is missing, and an event that is over are to be mended")
    func keysAndTimes() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let master = folder + "/keys/master.key"
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: master)
            let exposed = try await event.doorcheck.run(["doctor"])
            #expect(exposed.output.contains("run `chmod 600 \(master)`"))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: master)
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder + "/keys")
            #expect(try await event.doorcheck.run(["doctor"]).output.contains("run `chmod go-w \(folder)/keys`"))
            try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder + "/keys")
            try FileManager.default.createDirectory(atPath: folder + "/other", withIntermediateDirectories: false)
            let past = ["event", "edit", "summer-night", "--opens", "2026-01-01 18:00", "--closes", "2026-01-01 23:00"]
            #expect(try await event.doorcheck.run(past).status == 0)
            var box = event.doorcheck
            box.environment["DOORCHECK_BOX"] = "north-9"
            #expect(try await box.run(["doctor"]).output.contains("names this box north-9, but the ledger"))
            box.environment["DOORCHECK_KEYS"] = folder + "/other"
            let result = try await box.run(["doctor", "--json"])
            #expect(Self.levels(result)["keys"] == "fail")
            #expect(Self.levels(result)["event"] == "fail")
        }
    }

    @Test("A ledger in memory, on which a power cut would take everything, is no ledger for a door")
    func memoryDisk() async throws {
        var box = Program.doorcheck
        box.environment["DOORCHECK_LEDGER"] = "/dev/shm/doorcheck-none.sqlite"
        let result = try await box.run(["doctor", "--json"])
        #expect(Self.levels(result)["disk"] == "fail")
        #expect(result.output.contains("tmpfs"))
    }

    @Test("A scanner that is not there, and a display that anyone could reach, are told")
    func scannerAndDisplay() async throws {
        try await withTemporaryFolder { folder in
            var event = try await SampleEvent(in: folder, tickets: 1).doorcheck
            event.environment["DOORCHECK_SCANNER_DEVICE"] = "/dev/input/event9999"
            event.environment["DOORCHECK_DISPLAY_ENABLED"] = "true"
            event.environment["DOORCHECK_DISPLAY_ADDRESS"] = "0.0.0.0:8480"
            let levels = Self.levels(try await event.run(["doctor", "--json"]))
            #expect(levels["scanner"] == "fail")
            #expect(levels["display"] == "fail")
        }
    }
}
