// What docs/privacy.md promises, one promise after the other.

import Foundation
import TestSupport
import Testing

struct PrivacyTests {
    /// Words that stand for everything personal.
    private static let words = ["Zanzibar", "zanzibar@example.org", "ORDER-77", "wheelchair-note", "BARCODE-Z1"]

    /// An event with one imported guest whose ticket has all that can be personal, and a day at its door.
    private func withGuest(_ body: (SampleEvent) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list =
                "name,email,order,note for door,barcode\nAda "
                + "Zanzibar,zanzibar@example.org,ORDER-77,wheelchair-note,BARCODE-Z1\n"
            try Data(list.utf8).write(to: URL(filePath: folder + "-list.csv"))
            let imported = try await event.doorcheck.run(["ticket", "import", folder + "-list.csv"])
            try #require(imported.status == 0, "\(imported.errors)")
            try FileManager.default.removeItem(atPath: folder + "-list.csv")
            try await body(event)
        }
    }

    /// Files below a folder with a text in any byte, letters of either case.
    private func files(in folder: String, holding word: String) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return paths.filter { path in
            let data = FileManager.default.contents(atPath: folder + "/" + path) ?? Data()
            return String(decoding: data, as: UTF8.self).lowercased().contains(word.lowercased())
        }
    }

    private func scan(_ code: String, at event: SampleEvent, _ options: String...) async throws -> Program.Result {
        try await event.doorcheck.run(["run", "--stdin"] + options, input: code + "\n")
    }

    @Test("A ticket's code holds three identifiers and no name")
    func code() async throws {
        try await withGuest { event in
            let codes = try await event.doorcheck.run(["ticket", "codes", "--output", "-"]).output
            let rows = codes.split(separator: "\r\n").dropFirst()
            #expect(rows.count == 2)
            for row in rows {
                let code = try #require(row.split(separator: ",").last)
                let read = try await scan(String(code), at: event, "--json")
                let reasons = read.objects.compactMap { $0["reason"] as? String }
                #expect(reasons.count == 1 && !["not-a-ticket", "forged"].contains(reasons[0]), "\(read.output)")
                for name in ["Zanzibar", "Ada"] { #expect(!code.contains(name)) }
            }
        }
    }

    @Test("The log and the book of scans hold no name, whatever happens at the door")
    func logAndBook() async throws {
        try await withGuest { event in
            var log = ""
            for code in ["BARCODE-Z1", "BARCODE-Z1", "no ticket at all", try event.codes[0]] {
                log += try await scan(code, at: event, "--verbose", "--json").errors
            }
            #expect(log.contains("verdict"))
            let scans = try await event.doorcheck.run(["ledger", "export", "scans"])
            #expect(scans.output.split(separator: "\r\n").count > 3)
            for word in Self.words + ["no ticket at all"] {
                #expect(!log.contains(word), "\(word) is in the log")
                #expect(!scans.output.contains(word), "\(word) is in the book")
            }
        }
    }

    @Test("No picture of a camera is kept")
    func pictures() async throws {
        try await withGuest { event in
            let before = try FileManager.default.subpathsOfDirectory(atPath: event.folder).sorted()
            _ = try await event.doorcheck.run(["run", "--frames", event.pictures])
            _ = try await event.doorcheck.run(["check", "--admit", event.pictures])
            let after = try FileManager.default.subpathsOfDirectory(atPath: event.folder).sorted()
            #expect(after.filter { !before.contains($0) && !$0.hasPrefix("ledger.sqlite") }.isEmpty)
        }
    }

    @Test("A report names no guest unless it is asked for no-shows, and no staff where it is told so")
    func report() async throws {
        try await withGuest { event in
            let staff = ["--by", "nakalema", "--why", "the band"]
            _ = try await event.doorcheck.run(["ticket", "admit", try event.codes[0]] + staff)
            let plain = try await event.doorcheck.run(["report", "attendance"])
            let withNames = try await event.doorcheck.run([
                "report", "attendance", "--table", "no-shows", "--csv", "--names",
            ])
            let withoutStaff = try await event.doorcheck.run(
                ["report", "attendance", "--without-staff"])
            #expect(plain.status == 0, "\(plain.errors)")
            #expect(!plain.output.contains("Zanzibar") && plain.output.contains("nakalema"))
            #expect(withNames.output.contains("Zanzibar"))
            #expect(!withoutStaff.output.contains("nakalema"))
        }
    }

    @Test("Names and addresses that the import leaves out are nowhere, and the guest is found by the order")
    func leftOut() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = folder + "-list.csv"
            try Data("name,email,order,barcode\nAda Zanzibar,zanzibar@example.org,ORDER-77,Z1\n".utf8)
                .write(to: URL(filePath: list))
            defer { try? FileManager.default.removeItem(atPath: list) }
            let maps = ["--map", "name=-", "--map", "first-name=-", "--map", "last-name=-", "--map", "email=-"]
            let imported = try await event.doorcheck.run(["ticket", "import", list] + maps)
            #expect(imported.status == 0, "\(imported.errors)")
            #expect(try files(in: folder, holding: "zanzibar").isEmpty)
            let found = try await event.doorcheck.run(["ticket", "find", "order-77", "--json"])
            #expect(found.objects.count == 1)
        }
    }

    @Test("A guest is told everything: by name, with all that happened")
    func question() async throws {
        try await withGuest { event in
            _ = try await scan("BARCODE-Z1", at: event)
            let found = try await event.doorcheck.run(["ticket", "find", "zanzibar", "--json"])
            let id = try #require(found.objects.first?["ticket"] as? String)
            let shown = try await event.doorcheck.run(["ticket", "show", id, "--json"]).output
            for word in Self.words.dropLast() { #expect(shown.contains(word), "\(word)") }
            #expect(shown.contains("\"movements\""))
        }
    }

    @Test("After a purge on the hub's machine no byte of the hub's files holds a name either, nor after it goes on")
    func hubPurge() async throws {
        try await withGuest { event in
            // So many that whole pages of the file become free.
            let list = event.folder + "-more.csv"
            let rows = (1...400).map { "Zanzibar \($0),Z\($0)\n" }
            try Data(("name,barcode\n" + rows.joined()).utf8).write(to: URL(filePath: list))
            defer { try? FileManager.default.removeItem(atPath: list) }
            #expect(try await event.doorcheck.run(["ticket", "import", list]).status == 0)
            let database = event.folder + "/hub.sqlite"
            var doorcheck = event.doorcheck
            doorcheck.environment["DOORCHECK_HUB_DATABASE"] = database
            doorcheck.environment["DOORCHECK_HUB_LISTEN"] = "127.0.0.1:0"
            func serve(until isDone: () throws -> Bool) async throws {
                let hub = try doorcheck.start(["hub", "serve"])
                #expect(await hub.complaints(until: "hub at").contains("hub at"))
                for _ in 0..<1200 where try !isDone() { try await Task.sleep(for: .milliseconds(50)) }
                hub.send(SIGTERM)
                #expect(await hub.finish().status == 0)
            }
            func holding(_ word: String) throws -> [String] { try files(in: event.folder, holding: word) }
            try await serve {
                FileManager.default.contents(atPath: database)?.range(of: Data("Zanzibar 400".utf8)) != nil
            }
            for word in Self.words { #expect(try holding(word).contains("hub.sqlite"), "\(word)") }
            let purged = try await doorcheck.run(["purge", "--even-if-open", "--confirm"])
            #expect(purged.status == 0, "\(purged.errors)")
            #expect(purged.output.contains("at the hub   402 tickets and messages"))
            for word in Self.words { #expect(try holding(word) == [], "\(word)") }
            let start = ContinuousClock.now
            try await serve { ContinuousClock.now - start > .seconds(3) }
            for word in Self.words { #expect(try holding(word) == [], "\(word)") }
        }
    }

    @Test("After a purge no byte beside the ledger holds a name, counts stay, and no list or sync brings names back")
    func purge() async throws {
        try await withGuest { event in
            _ = try await scan(try event.codes[0], at: event)
            let admitted = try await event.admissions()
            #expect(admitted == 1)
            for word in Self.words { #expect(try !files(in: event.folder, holding: word).isEmpty, "\(word)") }
            let shown = try await event.doorcheck.run(["purge", "--even-if-open"])
            #expect(shown.status == 0 && shown.output.contains("Nothing was changed"))
            for word in Self.words { #expect(try !files(in: event.folder, holding: word).isEmpty, "\(word)") }
            let purged = try await event.doorcheck.run(["purge", "--even-if-open", "--confirm"])
            #expect(purged.status == 0, "\(purged.errors)")
            for word in Self.words { #expect(try files(in: event.folder, holding: word) == [], "\(word)") }
            #expect(try await event.admissions() == admitted)
            #expect(try await event.doorcheck.run(["ticket", "imports", "--json"]).output.isEmpty)
            let list = event.folder + "-again.csv"
            try Data("name,barcode\nAda Zanzibar,BARCODE-Z1\n".utf8).write(to: URL(filePath: list))
            defer { try? FileManager.default.removeItem(atPath: list) }
            for command in ["import", "issue"] {
                let refused = try await event.doorcheck.run(["ticket", command, list])
                #expect(refused.status == 65 && refused.errors.contains("were purged from this ledger"), "\(command)")
            }
            #expect(try files(in: event.folder, holding: "zanzibar") == [])
            #expect(try await event.doorcheck.run(["ledger", "verify"]).status == 0)
        }
    }
}
