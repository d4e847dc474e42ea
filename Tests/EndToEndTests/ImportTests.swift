// Another platform's list, from the file to the door.

import Foundation
import TestSupport
import Testing

struct ImportTests {
    private func export(_ name: String) -> String {
        "\(Program.root)/Tests/ListTests/Exports/\(name)"
    }

    @Test("A list is looked at, imported, imported again, and its guests enter by the codes they hold")
    func wholeWay() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = export("eventbrite-classic.csv")
            let dry = try await event.doorcheck.run(["ticket", "import", list, "-n"])
            #expect(dry.status == 0)
            #expect(dry.output.contains("Recognised   Eventbrite attendee report"))
            #expect(dry.output.contains("3 new, 0 changed, 0 unchanged"))
            #expect(dry.output.contains("Nothing was changed."))
            for (new, unchanged) in [(3, 0), (0, 3)] {
                let made = try await event.doorcheck.run(["ticket", "import", list, "--json"])
                #expect(made.status == 0)
                #expect(made.objects.first?["new"] as? Int == new)
                #expect(made.objects.first?["unchanged"] as? Int == unchanged)
            }
            let codes = "44100987655501234561001\n44100987665501234563001\n44100987655501234561009\n"
            let door = try await event.doorcheck.run(["run", "--stdin", "--json"], input: codes)
            let verdicts = door.objects.filter { $0["verdict"] != nil }
            #expect(verdicts.compactMap { $0["reason"] as? String } == ["admitted", "revoked", "not-a-ticket"])
            #expect(verdicts.map { $0["unsigned"] as? Bool } == [true, true, nil])
            let found = try await event.doorcheck.run(["ticket", "find", "DIALLO eme", "--json"])
            #expect(found.objects.first?["holder"] as? String == "Emeka Diallo, Jr.")
            let none = try await event.doorcheck.run(["ticket", "find", "nobody"])
            #expect(none.status == 1 && none.output.isEmpty && none.errors.contains("Nothing found"))
        }
    }

    @Test("Faults are told by file and line, nothing is imported, and --skip-bad imports the rest")
    func faults() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = folder + "/bad.csv"
            try Data("Name,Email,Barcode\nAda,ada.example,K1\nBo,b@e,K2\nCy,c@e,K2\n".utf8)
                .write(to: URL(filePath: list))
            let bad = try await event.doorcheck.run(["ticket", "import", list, "--json"])
            #expect(bad.status == 65)
            #expect(bad.errors.contains("\(list):2 column B \"Email\": found text without @"))
            #expect(bad.errors.contains("\(list):4: found the ticket of line 3 again, with other details"))
            #expect(!bad.errors.contains("ada.example") && !bad.errors.contains("K2"))
            #expect(bad.objects.first?["imported"] as? Bool == false)
            let rest = try await event.doorcheck.run(["ticket", "import", list, "--json", "--skip-bad"])
            #expect(rest.status == 0)
            #expect(rest.objects.first?["new"] as? Int == 1)
            #expect(try await event.doorcheck.run(["ticket", "import", folder + "/none.csv"]).status == 66)
        }
    }

    @Test("A list without codes is imported, and issued codes for, once")
    func codes() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = export("google-forms.tsv")
            #expect(try await event.doorcheck.run(["ticket", "import", list]).output.contains("2 have no barcode"))
            let issued = try await event.doorcheck.run(["ticket", "issue", list, "--csv", "-"])
            #expect(issued.errors.contains("0 tickets issued") && issued.errors.contains("2 were issued before"))
            #expect(issued.output.split(separator: "\r\n").count == 3)
        }
    }

    @Test("A ledger is verified, backed up, exported and purged from the command line")
    func care() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 3)
            _ = try await event.doorcheck.run(["check", "--admit", event.pictures])
            #expect(try await event.doorcheck.run(["ledger", "verify"]).status == 0)
            let copy = folder + "/copy.sqlite"
            #expect(try await event.doorcheck.run(["ledger", "backup", copy]).status == 0)
            #expect(try await event.doorcheck.run(["ledger", "backup", copy]).status == 65)
            let verified = try await event.doorcheck.run(["ledger", "verify", copy, "--json"])
            #expect(verified.objects.first?["scans"] as? Int == 3)
            let scans = try await event.doorcheck.run(["ledger", "export", "scans", "--json"])
            #expect(scans.objects.compactMap { $0["seq"] as? Int } == [1, 2, 3])
            #expect(try await event.doorcheck.run(["purge", "--confirm"]).status == 65)
            let shown = try await event.doorcheck.run(["purge", "--even-if-open", "--json"])
            #expect(shown.objects.first?["purged"] as? Bool == false)
            let purged = try await event.doorcheck.run(["purge", "--even-if-open", "--confirm", "--json"])
            #expect(purged.objects.first?["names"] as? Int == 3)
            let left = try await event.doorcheck.run(["ledger", "export", "tickets", "--json"])
            #expect(left.objects.count == 3 && left.objects.allSatisfy { $0["holder"] == nil })
            #expect(try await event.admissions() == 3)
        }
    }
}
