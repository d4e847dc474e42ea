// `doorcheck check` from outside.

import Foundation
import TestSupport
import Testing

struct CheckTests {
    @Test("A folder checked three times admits each ticket exactly once, and says so by its exit status")
    func onceOnly() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 6)
            let rehearsed = try await event.doorcheck.run(["check", "--json", event.pictures])
            #expect(rehearsed.status == 0)
            #expect(try await event.admissions() == 0)
            for round in 1...3 {
                let checked = try await event.doorcheck.run(["check", "--admit", "--json", event.pictures])
                let reasons = checked.objects.compactMap { $0["reason"] as? String }
                #expect(reasons == Array(repeating: round == 1 ? "admitted" : "already-used", count: 6))
                #expect(checked.status == (round == 1 ? 0 : 3))
            }
            #expect(try await event.admissions() == 6)
        }
    }

    @Test("A group ticket is admitted as often as it says, in any number of batches")
    func groupTicket() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 8)
            var counts: [Int] = []
            for _ in 1...5 {
                let checked = try await event.doorcheck.run(["check", "--admit", "--json", event.pictures])
                let family = checked.objects.first {
                    $0["tier"] as? String == "Family" && $0["verdict"] as? String == "admit"
                }
                if let count = family?["count"] as? Int { counts.append(count) }
            }
            #expect(counts == [1, 2, 3, 4])
            #expect(try await event.admissions() == 7 + 4)
        }
    }

    @Test("The order of the output is the order of the input, whatever the number of workers")
    func order() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 60)
            let files = try event.files.shuffled()
            for workers in ["1", "2", "16"] {
                let checked = try await event.doorcheck.run(
                    ["check", "--json", "-j", workers, "-"],
                    input: files.joined(separator: "\n")
                )
                #expect(checked.objects.compactMap { $0["file"] as? String } == files)
            }
        }
    }

    @Test("Every way of printing gives what it should, and nothing else, on standard output")
    func formats() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let raw = try await event.doorcheck.run(["check", "--raw", "-q", event.pictures])
            #expect(Set(raw.lines) == Set(try event.codes))
            #expect(raw.errors.isEmpty)
            let csv = try await event.doorcheck.run(["check", "--csv", "-q", event.pictures])
            #expect(csv.output.hasPrefix("file,source,verdict,enters,reason,ticket,event,user,holder,tier,partner,"))
            #expect(csv.output.components(separatedBy: "\r\n").count == 4)
            let people = try await event.doorcheck.run(["check", event.pictures])
            #expect(people.lines.allSatisfy { $0.hasPrefix("ADMIT ") && !$0.contains("\u{1B}") })
            #expect(people.errors.hasPrefix("2 pictures: 2 admitted"))
        }
    }

    @Test("Files that are no pictures get an error line each, and the batch goes on")
    func hostileFiles() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let genuine = try Data(contentsOf: URL(filePath: try event.files[0]))
            let mixed = folder + "/mixed"
            try FileManager.default.createDirectory(atPath: mixed, withIntermediateDirectories: true)
            for (name, data) in [
                ("a-empty.png", Data()), ("b-text.jpg", Data("hello".utf8)), ("c-cut.png", genuine.prefix(100)),
                ("d-good.png", genuine),
            ] {
                try data.write(to: URL(filePath: "\(mixed)/\(name)"))
            }
            let checked = try await event.doorcheck.run(["check", "--json", "--admit", mixed])
            #expect(checked.objects.map { $0["reason"] as? String } == ["admitted"])
            let complaints = checked.errors.split(separator: "\n").filter { $0.hasPrefix("doorcheck: ") }
            #expect(complaints.count == 3)
            #expect(checked.status == 65)
        }
    }

    @Test("Nothing in a folder is skipped without a word: what is a picture is read, what may be one is named")
    func nothingSkipped() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 6)
            let files = try event.files
            let mixed = folder + "/mixed"
            try FileManager.default.createDirectory(atPath: mixed + "/inner", withIntermediateDirectories: true)
            // Read by content where the name says nothing, or something else.
            for (file, name) in zip(files, ["a.jfif", "b.jpe", "c", "d.bak", "inner/.e", "inner/f.png"]) {
                try FileManager.default.copyItem(atPath: file, toPath: "\(mixed)/\(name)")
            }
            func write(_ bytes: [UInt8], _ names: String...) throws {
                for name in names { try Data(bytes).write(to: URL(filePath: "\(mixed)/\(name)")) }
            }
            try write(Array("name,code\n".utf8), "list.csv", "notes.txt", "Thumbs.db", ".DS_Store", "inner/._f.png")
            let whole = try await event.doorcheck.run(["check", "--json", mixed])
            #expect(whole.objects.count == 6 && whole.objects.allSatisfy { $0["reason"] as? String == "admitted" })
            #expect(whole.status == 0, "\(whole.errors)")
            #expect(whole.errors.contains("6 pictures: 6 admitted; 5 other files passed over"), "\(whole.errors)")

            try write(Array("BM".utf8) + Array(repeating: 0, count: 60), "g.bmp")
            try write(Array(repeating: 0, count: 4) + Array("ftypavif".utf8), "inner/h.avif")
            try write(Array("P1x".utf8), "i")
            try write([], "j")
            try FileManager.default.createSymbolicLink(atPath: mixed + "/k", withDestinationPath: "inner")
            try FileManager.default.createSymbolicLink(atPath: mixed + "/l", withDestinationPath: "nowhere")
            for command in [["check", "-q"], ["read", "-q"]] {
                let partly = try await event.doorcheck.run(command + [mixed])
                #expect(partly.status == 65 && partly.lines.count == 6, "\(partly.errors)")
                #expect(
                    partly.errors.hasPrefix("doorcheck: 3 files were not read, since they are no JPEG"),
                    "\(partly.errors)")
                for name in ["g.bmp", "inner/h.avif", "/i,", "/j.", "/k.", "/l."] {
                    #expect(partly.errors.contains(name), "\(name): \(partly.errors)")
                }
            }
            let counted = try await event.doorcheck.run(["check", mixed])
            #expect(counted.errors.contains("6 admitted; 6 files not read; 5 other files passed over"))
        }
    }

    @Test("A folder that cannot be read is named, and the rest is checked")
    func lockedFolder() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let locked = event.pictures + "/locked"
            try FileManager.default.createDirectory(atPath: locked, withIntermediateDirectories: true)
            chmod(locked, 0)
            defer { chmod(locked, 0o700) }
            // Root may read everything unless it gives that up (capabilities(7)).
            var program = event.doorcheck
            var arguments = ["check", "--json", event.pictures]
            if geteuid() == 0 {
                arguments = ["--bounding-set=-all", "--inh-caps=-all", program.path] + arguments
                program = Program(path: "/usr/bin/setpriv", environment: program.environment)
            }
            let checked = try await program.run(arguments)
            #expect(checked.status == 65, "\(checked.errors)")
            #expect(checked.objects.count == 2)
            #expect(
                checked.errors.contains("/locked: the folder cannot be read (Permission denied)"), "\(checked.errors)")
        }
    }

    @Test("Without --admit a copy is told by the picture before it, and no entry that did not happen")
    func copies() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let paths = ["p0.png", "p1.png"].map { folder + "/" + $0 }
            for path in paths { try FileManager.default.copyItem(atPath: try event.files[0], toPath: path) }
            let told = try await event.doorcheck.run(["check"] + paths)
            #expect(told.status == 3)
            #expect(told.lines.last?.hasPrefix("SAME TICKET") == true, "\(told.output)")
            #expect(told.output.contains("same ticket as \(paths[0])"), "\(told.output)")
            #expect(!told.output.contains("first entry") && !told.output.contains("USED"))
            let lines = try await event.doorcheck.run(["check", "--json"] + paths).objects
            #expect(lines.map { $0["same_as"] as? String } == [nil, paths[0]])
            #expect(lines.allSatisfy { $0["first"] == nil })
            let csv = try await event.doorcheck.run(["check", "--csv", "-q"] + paths)
            #expect(csv.output.contains(",\(paths[0]),") && csv.output.contains(",same_as,at,"))
            // With --admit the entry is a fact.
            let admitted = try await event.doorcheck.run(["check", "--admit", "--json"] + paths).objects
            #expect(admitted.last?["first"] != nil && admitted.last?["same_as"] == nil)
        }
    }

    @Test("Nothing that can go wrong at the keyboard ends without a sentence and its exit status")
    func mistakes() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let empty = folder + "/empty"
            try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
            let key = folder + "/keys/master.key"
            func expect(_ arguments: [String], _ status: Int32, _ words: String, line: Int = #line) async throws {
                let run = try await event.doorcheck.run(arguments)
                #expect(run.status == status, "line \(line): \(run.errors)")
                #expect(run.errors.contains(words), "line \(line): \(run.errors)")
                #expect(run.output.isEmpty, "line \(line)")
            }
            try await expect(["check", folder + "/nowhere.png"], 66, "No such file")
            try await expect(["check", empty], 66, "no picture in this folder")
            try await expect(["check"], 64, "Name at least one picture")
            try await expect(["check", "--event", "nope", event.pictures], 66, "it has: summer-night")
            try await expect(["check", "--gate", "nope", event.pictures], 66, "in the configuration: backstage, main")
            try await expect(["check", "--config", folder + "/no.toml", event.pictures], 78, "no configuration at")
            try await expect(["ticket", "show", "11111111-2222-3333-4444-555555555555"], 66, "No ticket")
            try await expect(["ticket", "issue", folder + "/no.csv"], 66, "cannot be read: No such file")
            try await expect(["run", "--frames", empty], 66, "no picture in this folder")
            try await expect(["key", "new"], 65, "never overwritten")
            try await expect(["run", "--frames", folder + "/nowhere"], 66, "expected a picture or a folder")
            chmod(key, 0o644)
            try await expect(["check", event.pictures], 77, "chmod 600")
        }
    }

    @Test("Neither codes nor names of holders appear in errors or logs")
    func nothingPrivate() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 5)
            let codes = try event.codes
            var errors = try await event.doorcheck.run(
                ["run", "--stdin", "-v", "--json"], input: codes.joined(separator: "\n")
            ).errors
            #expect(errors.contains("code judged"))
            errors += try await event.doorcheck.run(["check", "--admit", event.pictures]).errors
            for secret in codes + codes.map({ String($0.dropFirst(4)) }) + ["Aarti", "Berg", "guest1@"] {
                #expect(!errors.contains(secret))
            }
        }
    }
}
