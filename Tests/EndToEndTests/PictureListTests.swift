// Which pictures `doorcheck check` and `read` look at, and what they say of the rest.

import Foundation
import TestSupport
import Testing

struct PictureListTests {
    /// Gives a file a name of any bytes.
    private func rename(_ path: String, to name: [UInt8], in folder: String) throws {
        let target = (Array((folder + "/").utf8) + name + [0]).map { CChar(bitPattern: $0) }
        try #require(Glibc.rename(path, target) == 0)
    }

    private func folder(_ name: String, in parent: String) throws -> String {
        let path = "\(parent)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    @Test("Every picture of a list is checked: by lines, by lines of Windows, or separated by zero bytes")
    func separators() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let files = try event.files
            let lists: [(name: String, text: String)] = [
                ("lines", files.joined(separator: "\n")),
                ("windows", "\u{FEFF}" + files.map { $0 + "\r\n" }.joined()),
                ("zero", files.map { $0 + "\0" }.joined()),
                ("open end", files.joined(separator: "\0")),
            ]
            for list in lists {
                let path = folder + "/list"
                try Data(list.text.utf8).write(to: URL(filePath: path))
                for (arguments, input) in [(["-"], list.text), (["--files-from", path], "")] {
                    for command in ["check", "read"] {
                        let run = try await event.doorcheck.run([command, "--json"] + arguments, input: input)
                        #expect(run.status == 0, "\(list.name): \(run.errors)")
                        #expect(
                            run.objects.compactMap { $0["file"] as? String } == files, "\(list.name): \(run.errors)")
                    }
                }
            }
        }
    }

    @Test("In a list separated by zero bytes, a name may have a line end")
    func lineEndInName() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let odd = folder + "/a\nb\r"
            try FileManager.default.copyItem(atPath: event.files[0], toPath: odd)
            let run = try await event.doorcheck.run(["check", "--json", "-"], input: odd + "\0")
            #expect(run.status == 0 && run.objects.compactMap { $0["file"] as? String } == [odd], "\(run.errors)")
        }
    }

    @Test("A name that is not UTF-8 is told, and no other picture is read in its place")
    func nameOfOtherEncoding() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let (files, odd) = (try event.files, try self.folder("odd", in: folder))
            try rename(files[0], to: Array("b".utf8) + [0xFF] + Array(".png".utf8), in: odd)
            try rename(files[1], to: Array("b\u{FFFD}.png".utf8), in: odd)
            try rename(files[2], to: [0xE9, 0x74, 0xE9], in: odd)
            let whole = try await event.doorcheck.run(["check", "--json", odd])
            #expect(whole.status == 65, "\(whole.errors)")
            #expect(whole.objects.compactMap { $0["file"] as? String } == [odd + "/b\u{FFFD}.png"])
            #expect(whole.errors.contains(#"b\xff.png"#) && whole.errors.contains(#"\xe9t\xe9"#), "\(whole.errors)")
            #expect(whole.errors.contains("not UTF-8"), "\(whole.errors)")
            // The same by a list and by an argument.
            let list = folder + "/list"
            let name = Array("\(odd)/b".utf8) + [0xFF] + Array(".png\n".utf8)
            try Data(name).write(to: URL(filePath: list))
            let listed = try await event.doorcheck.run(["check", "--json", "--files-from", list])
            #expect(listed.status == 65 && listed.objects.isEmpty, "\(listed.output)")
            #expect(listed.errors.contains("not UTF-8"), "\(listed.errors)")
            let script = #""$0" check --json "$1"/b$(printf '\377').png"#
            let named = try await Program(path: "/bin/sh", environment: event.doorcheck.environment)
                .run(["-c", script, event.doorcheck.path, odd])
            #expect(named.status == 65 && named.objects.isEmpty, "\(named.output)")
            #expect(named.errors.contains("not UTF-8"), "\(named.errors)")
        }
    }

    @Test("What was not read is told with its own reason")
    func reasons() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            let (files, mixed) = (try event.files, try self.folder("mixed", in: folder))
            let (closed, hidden) = (try self.folder("closed", in: mixed), mixed + "/hidden")
            try FileManager.default.copyItem(atPath: files[0], toPath: mixed + "/a.png")
            try FileManager.default.copyItem(atPath: files[1], toPath: closed + "/b.png")
            try FileManager.default.copyItem(atPath: files[2], toPath: hidden)
            for name in ["empty", "text"] {
                try Data((name == "text" ? "hello" : "").utf8).write(to: URL(filePath: "\(mixed)/\(name)"))
            }
            try FileManager.default.createSymbolicLink(atPath: mixed + "/link", withDestinationPath: "closed")
            try FileManager.default.createSymbolicLink(atPath: mixed + "/broken", withDestinationPath: "nowhere")
            // The names in it can be listed, and no file in it can be looked at.
            chmod(closed, 0o400)
            chmod(hidden, 0)
            defer { chmod(closed, 0o700) }
            let run = try await event.doorcheck.runWithoutPrivileges(["check", "-q", mixed])
            #expect(run.status == 65 && run.lines.count == 1, "\(run.output)")
            let lines = run.errors.split(separator: "\n")
            func line(_ name: String) -> String { lines.first { $0.contains(name) }.map(String.init) ?? "" }
            #expect(line("/closed/b.png").contains("Permission denied"), "\(run.errors)")
            #expect(line("/hidden").contains("Permission denied"), "\(run.errors)")
            #expect(line("/empty").contains("empty"), "\(run.errors)")
            #expect(line("/link").contains("link to a folder"), "\(run.errors)")
            #expect(line("/broken").contains("No such file"), "\(run.errors)")
            #expect(line("/text").contains("no JPEG"), "\(run.errors)")
            for name in ["b.png", "/hidden", "/empty", "/link", "/broken"] {
                #expect(!line(name).contains("no JPEG"), "\(name): \(run.errors)")
            }
        }
    }

    @Test("A picture or list that is there and may not be read is not told as missing")
    func forbidden() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let picture = try event.files[0]
            chmod(picture, 0)
            for arguments in [["check", picture], ["check", event.pictures], ["read", picture]] {
                let run = try await event.doorcheck.runWithoutPrivileges(arguments)
                #expect(run.status == 65 && run.errors.contains("Permission denied"), "\(run.errors)")
            }
            let list = try await event.doorcheck.runWithoutPrivileges(["check", "--files-from", picture])
            #expect(list.status == 77 && list.errors.contains("Permission denied"), "\(list.errors)")
            let missing = try await event.doorcheck.run(["check", event.pictures + "/none.png"])
            #expect(missing.status == 66, "\(missing.errors)")
        }
    }

    @Test("Without --admit, no sentence tells of an entry that did not happen")
    func rehearsedEntries() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let files = try event.files
            let copies = try files.enumerated().flatMap { index, file in
                try ["a", "b"].map { letter in
                    let path = "\(folder)/p\(index)\(letter).png"
                    try FileManager.default.copyItem(atPath: file, toPath: path)
                    return path
                }
            }
            let once = try await event.doorcheck.run(["check"] + copies)
            #expect(once.errors.contains("4 pictures: 2 admitted, 2 same ticket"), "\(once.errors)")
            func edit(_ arguments: [String]) async throws {
                let run = try await event.doorcheck.run(["event", "edit"] + arguments)
                try #require(run.status == 0, "\(run.errors)")
            }
            try await edit(["--reentry", "unlimited"])
            let unlimited = try await event.doorcheck.run(["check"] + copies)
            #expect(unlimited.lines.count == 4 && !unlimited.output.contains("re-entry"), "\(unlimited.output)")
            #expect(unlimited.lines[1].contains("same ticket as \(copies[0])"), "\(unlimited.output)")
            #expect(unlimited.errors.contains("2 admitted, 2 same ticket"), "\(unlimited.errors)")
            try await edit(["--reentry", "none"])
            try await edit(["--zone", "main", "--capacity", "1", "--when-full", "ask"])
            let full = try await event.doorcheck.run(["check", copies[0], copies[2]])
            #expect(full.lines.last?.contains("full after the earlier pictures") == true, "\(full.output)")
            #expect(!full.output.contains("is full"), "\(full.output)")
            let admitted = try await event.doorcheck.run(["check", "--admit", copies[0], copies[2]])
            #expect(admitted.lines.last?.contains("main is full: 1 inside") == true, "\(admitted.output)")
        }
    }

    @Test("What a usage error quotes does not reach the screen as it is")
    func usageErrors() async throws {
        let clear = "\u{1B}[2J"
        for arguments in [
            [clear], ["ticket", "list", "--status", clear], ["check", "-j", clear, "x"], ["help", clear],
            ["ticket", "find", "--limit", clear, "x"], ["--" + clear], ["event", clear],
        ] {
            let run = try await Program.doorcheck.run(arguments)
            #expect(run.status == 64, "\(arguments)")
            #expect(!(run.errors + run.output).contains("\u{1B}"), "\(arguments)")
            #expect(run.errors.contains("\\u{1b}"), "\(run.errors)")
        }
        // Its lines stay lines, and help goes to standard output.
        let usage = try await Program.doorcheck.run(["check", "--nope"])
        #expect(usage.errors.hasPrefix("Error: ") && usage.errors.contains("\nUsage: "), "\(usage.errors)")
        let help = try await Program.doorcheck.run(["check", "--help"])
        #expect(help.status == 0 && help.output.contains("\nARGUMENTS:\n") && help.errors.isEmpty)
    }

    /// Packs files into a ZIP file.
    private func pack(_ files: [String], into zip: String) async throws {
        let packed = try await Program(path: "/usr/bin/python3").run(["-m", "zipfile", "-c", zip] + files)
        try #require(packed.status == 0, "\(packed.errors)")
    }

    @Test("The pictures of a ZIP file are checked as those of a folder, and leave nothing behind")
    func zipFile() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 12)
            let (zip, temporary) = (folder + "/Night.ZIP", try self.folder("temporary", in: folder))
            let note = folder + "/.DS_Store"
            try Data("note".utf8).write(to: URL(filePath: note))
            try await pack(event.files + [note], into: zip)
            var program = event.doorcheck
            program.environment["TMPDIR"] = temporary
            let names = try event.files.map { "\(zip)/\($0.split(separator: "/").last ?? "")" }.sorted()
            for command in ["check", "read"] {
                let run = try await program.run([command, "--json", zip])
                #expect(run.status == 0, "\(run.errors)")
                #expect(run.objects.compactMap { $0["file"] as? String } == names)
            }
            // The same tickets once more, as files: used up by the first.
            let admitted = try await program.run(["check", "--admit", "--json", zip, event.files[0]])
            #expect(admitted.status == 3, "\(admitted.errors)")
            #expect(admitted.objects.compactMap { $0["reason"] as? String }.filter { $0 == "admitted" }.count == 12)
            #expect(admitted.errors.contains("1 other file passed over"), "\(admitted.errors)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
        }
    }

    @Test("What cannot be read of a ZIP file is told, and the rest of the batch is checked")
    func damagedZipFile() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 2)
            let (whole, text) = (folder + "/whole.zip", folder + "/text.zip")
            let (outer, empty, note) = (folder + "/outer.zip", folder + "/empty.zip", folder + "/note.txt")
            try Data("no archive".utf8).write(to: URL(filePath: text))
            try Data("note".utf8).write(to: URL(filePath: note))
            try await pack([try event.files[0]], into: whole)
            try await pack([whole, try event.files[1]], into: outer)
            try await pack([note], into: empty)
            let run = try await event.doorcheck.run(["check", "--json", text, outer, empty, whole])
            #expect(run.status == 66, "\(run.errors)")
            let sentence = "this is not a ZIP file, or it is damaged; was it copied completely?"
            #expect(run.errors.contains("text.zip: \(sentence)\n"), "\(run.errors)")
            #expect(run.errors.contains("outer.zip/whole.zip: a ZIP file in a ZIP file is not opened"))
            #expect(run.errors.contains("empty.zip: there is no picture in this ZIP file."))
            #expect(run.objects.count == 2, "\(run.objects)")
        }
    }

    @Test("Of more than 20 ZIP files the first are read, and the others are told")
    func manyZipFiles() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let zips = (10..<33).map { "\(folder)/\($0).zip" }
            try await pack(event.files, into: zips[0])
            for zip in zips.dropFirst() { try FileManager.default.copyItem(atPath: zips[0], toPath: zip) }
            let run = try await event.doorcheck.run(["check", "--json"] + zips)
            #expect(run.status == 65 && run.objects.count == 20, "\(run.errors)")
            #expect(run.errors.contains("more than 20 ZIP files; the last 3 were not read"), "\(run.errors)")
        }
    }

    @Test("A ZIP file in a folder is not opened, and told")
    func zipFileInFolder() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            try await pack(event.files, into: event.pictures + "/more.zip")
            let run = try await event.doorcheck.run(["check", "--json", event.pictures])
            #expect(run.status == 65 && run.objects.count == 1, "\(run.errors)")
            #expect(run.errors.contains("1 ZIP file in a folder was not opened; name it on the command line: "))
            #expect(run.errors.contains("more.zip."), "\(run.errors)")
        }
    }
}
