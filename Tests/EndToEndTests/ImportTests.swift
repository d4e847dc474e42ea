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
            #expect(none.status == 1 && none.output.isEmpty && none.errors.contains("No ticket"))
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

    @Test("Problems of a kind are one line with a count, and a dry run shows them and ends as the import would")
    func grouped() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let rows = (1...3000).map { "Guest \($0),mislaid,K\($0 / 2)\n" }.joined()
            let list = try write("Name,Status,Barcode\n" + rows, to: folder + "/bad.csv")
            let made = try await event.doorcheck.run(["ticket", "import", list])
            let dry = try await event.doorcheck.run(["ticket", "import", list, "--dry-run"])
            #expect(made.status == 65 && dry.status == 65)
            for result in [made, dry] {
                let lines = result.errors.split(separator: "\n")
                #expect(lines.count == 1)
                #expect(lines.first?.hasPrefix("\(list):2 column B \"Status\": found an unknown word") == true)
                #expect(lines.first?.hasSuffix("(3000 rows: 2, 3, 4, 5, 6, 7 and 2994 more)") == true)
            }
            #expect(dry.output.contains("an import would stop here") && !dry.output.contains("Run without --dry-run"))
            let skipping = try await event.doorcheck.run(["ticket", "import", list, "--dry-run", "--skip-bad"])
            #expect(skipping.status == 0 && skipping.output.contains("Run without --dry-run"))
        }
    }

    @Test("A small workbook of XML that is nested without end is refused in a bounded memory")
    func nested() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let zip = """
                import zipfile
                z = zipfile.ZipFile('\(folder)/n.xlsx', 'w', zipfile.ZIP_DEFLATED)
                z.writestr('xl/workbook.xml',
                    '<workbook xmlns:r="r"><sheets><sheet name="S" r:id="r"/></sheets></workbook>')
                z.writestr('xl/_rels/workbook.xml.rels', '<r><Relationship Id="r" Target="s.xml"/></r>')
                z.writestr('xl/s.xml', '<worksheet>' + '<a>' * 20000000)
                """
            #expect(try await Program(path: "/usr/bin/python3").run(["-c", zip]).status == 0)
            let shell = Program(path: "/bin/bash", environment: event.doorcheck.environment)
            let command = "ulimit -v 2000000; exec \(event.doorcheck.path) ticket import \(folder)/n.xlsx"
            let result = try await shell.run(["-c", command])
            #expect(result.status == 65 && result.errors.contains("The workbook is damaged at xl/s.xml"), "\(result)")
        }
    }

    @Test("A list with two events is taken once one of them is chosen, by import and by issue")
    func decisions() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = try write(
                "Name,Barcode,Event\nAda,K1,Summer Night\nBo,K2,January Ball\nCy,K3,Summer Night\n",
                to: folder + "/l.csv")
            for command in [
                ["import", list], ["import", list, "-n"], ["import", list, "--skip-bad"], ["issue", list],
            ] {
                let asked = try await event.doorcheck.run(["ticket"] + command)
                #expect(asked.status == 65, "\(command)")
                #expect(asked.errors.contains("\(list): decide: Column C \"Event\" has 2 events"))
                #expect(!asked.errors.contains("Ada"))
            }
            let asked = try await event.doorcheck.run(["ticket", "import", list, "--json"])
            #expect((asked.objects.first?["questions"] as? [String])?.count == 1)
            #expect(asked.objects.first?["imported"] as? Bool == false)
            let chosen = try await event.doorcheck.run(
                ["ticket", "import", list, "--only", "Event=summer night", "--json"])
            #expect(chosen.status == 0 && chosen.objects.first?["new"] as? Int == 2)
            let none = try await event.doorcheck.run(["ticket", "import", list, "--only", "Event=Spring"])
            #expect(none.status == 65 && none.errors.contains("which has: \"Summer Night\" (2), \"January Ball\" (1)"))
            let all = try await event.doorcheck.run(["ticket", "import", list, "--ignore", "Event", "--json"])
            #expect(all.status == 0 && all.objects.first?["new"] as? Int == 1)
            #expect(try await event.doorcheck.run(["ticket", "import", list, "--only", "Event"]).status == 64)
        }
    }

    @Test("One event of a file after the other comes in, and the first stays")
    func oneEventAfterTheOther() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = try write(
                "Name,Event\nAda,Summer Night\nBo,January Ball\nCy,Summer Night\n", to: folder + "/l.csv")
            let first = ["ticket", "import", list, "--only", "Event=Summer Night", "--json"]
            let second = ["ticket", "import", list, "--only", "Event=January Ball", "--json"]
            #expect(try await event.doorcheck.run(first).objects.first?["new"] as? Int == 2)
            for command in [second, first, second] {
                let result = try await event.doorcheck.run(command)
                #expect(result.status == 0 && result.objects.first?["removed"] as? Int == 0, "\(result)")
                #expect(result.errors.contains("other rows of this file stay"))
            }
            let listed = try await event.doorcheck.run(["ticket", "list", "--json"]).output
            for name in ["Ada", "Bo", "Cy"] { #expect(listed.contains("\"\(name)\"")) }
        }
    }

    @Test("A list that names another event is pointed out, by import and by issue")
    func anotherEvent() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = try write("Name,Event\nAda,January Ball\nBo,January Ball\n", to: folder + "/l.csv")
            for command in [["import", list, "-n"], ["issue", list, "--output", "-"]] {
                let result = try await event.doorcheck.run(["ticket"] + command)
                #expect(result.status == 0)
                #expect(
                    result.errors.contains(
                        "warning: Column B \"Event\" says \"January Ball\" in 2 rows, and the tickets are for another"))
            }
            for name in ["Summer Night", "summer-night", "Summer Night 2026"] {
                let own = try write("Name,Event\nAda,\(name)\n", to: folder + "/o.csv")
                let result = try await event.doorcheck.run(["ticket", "import", own, "-n"])
                #expect(!result.errors.contains("another event"), "\(result.errors)")
            }
        }
    }

    @Test("A list without codes is imported, and issued codes for, once")
    func codes() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = export("google-forms.tsv")
            #expect(try await event.doorcheck.run(["ticket", "import", list]).output.contains("2 have no barcode"))
            let issued = try await event.doorcheck.run(["ticket", "issue", list, "--output", "-"])
            #expect(issued.errors.contains("0 tickets issued") && issued.errors.contains("2 were on the list already"))
            #expect(issued.output.split(separator: "\r\n").count == 3)
        }
    }

    private func write(_ text: String, to path: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    @Test("A list that is issued keeps what it says: unpaid, times and notes; the refunded get no code")
    func issuedStanding() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let header = "name,email,paid,cancelled,note for door,valid from,valid until\n"
            let rest = "Bo,b@e,yes,,student card,,\nCy,c@e,yes,,,2020-01-01,2020-01-02\n"
            let list = try write(
                header + "Ada,a@e,no,,,,\n" + rest + "Dee,d@e,yes,yes,,,\nEve,e@e,yes,no,,,\n", to: folder + "/l.csv")
            let issued = try await event.doorcheck.run(["ticket", "issue", list, "--output", folder + "/c.csv"])
            #expect(issued.errors.contains("4 tickets issued") && issued.errors.contains("1 are blocked or withdrawn"))
            let codes = try String(contentsOfFile: folder + "/c.csv", encoding: .utf8)
                .split(separator: "\r\n").dropFirst().compactMap { $0.split(separator: ",").last }
            let door = try await event.doorcheck.run(
                ["run", "--stdin", "--json"], input: codes.joined(separator: "\n") + "\n")
            let verdicts = door.objects.compactMap { $0["verdict"] as? String }
            #expect(verdicts == ["ask", "ask", "refuse", "admit"])
            // Eve's refund comes later.
            let newer = try write(header + "Eve,e@e,yes,yes,,,\n", to: folder + "/n.csv")
            let again = try await event.doorcheck.run(["ticket", "issue", newer, "--output", "-"])
            #expect(again.status == 0 && again.output.split(separator: "\r\n").count == 1)
            let found = try await event.doorcheck.run(["ticket", "find", "Eve", "--json"])
            #expect(found.objects.first?["status"] as? String == "revoked")
        }
    }

    @Test("Kinds of tickets that differ in capitals alone, and rows that are alike, are pointed out")
    func advice() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let terms = ["event", "edit", "summer-night", "--tier", "VIP", "--note", "18+"]
            #expect(try await event.doorcheck.run(terms).status == 0)
            let list = try write("name,email,tier\nAda,a@e,vip\nBo,b@e,Crew\nBo,b@e,Crew\n", to: folder + "/l.csv")
            let issued = try await event.doorcheck.run(["ticket", "issue", list, "--output", folder + "/c.csv"])
            #expect(issued.errors.contains("'VIP' and 'vip' are kinds of tickets of their own"))
            #expect(issued.errors.contains("1 row with the name, address and tier of an earlier row (line 4)"))
            let other = try write("name,tier,barcode\nCy,V.I.P.,X1\nDee,crew,X2\nEve,Crew,X3\n", to: folder + "/n.csv")
            let imported = try await event.doorcheck.run(["ticket", "import", other])
            #expect(imported.errors.contains("'V.I.P.' and 'VIP' and 'vip' are"))
            #expect(imported.errors.contains("'Crew' and 'crew' are"))
            let plain = try write("name,tier,barcode\nFay,Regular,X4\n", to: folder + "/p.csv")
            #expect(try await event.doorcheck.run(["ticket", "import", plain]).errors.isEmpty)
        }
    }

    @Test("An issued list keeps its tickets when it is imported, and a payment in it reaches both")
    func issuedThenImported() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let unpaid = "name,email,barcode,paid\nAda,a@e,K1,no\nBo,b@e,K2,no\n"
            let list = try write(unpaid, to: folder + "/l.csv")
            #expect(try await event.doorcheck.run(["ticket", "issue", list, "--output", "-"]).status == 0)
            let imported = try await event.doorcheck.run(["ticket", "import", list])
            #expect(imported.output.contains("0 new, 2 changed"))
            #expect(imported.output.contains("2 were issued here before"))
            let paid = try write(unpaid.replacingOccurrences(of: "K1,no", with: "K1,yes"), to: folder + "/p.csv")
            let again = try await event.doorcheck.run(["ticket", "issue", paid, "--output", "-"])
            #expect(again.errors.contains("0 tickets issued"))
            let tickets = try await event.doorcheck.run(["ledger", "export", "tickets", "--json"]).objects
            let status = Dictionary(
                tickets.map { ($0["holder"] as? String ?? "", $0["status"] as? String ?? "") }, uniquingKeysWith: +)
            #expect(status["Ada"] == "valid" && status["Bo"] == "unpaid" && tickets.count == 3)
        }
    }

    @Test("Who was imported or issued anew gets no second ticket, and dead codes are not written")
    func issuedOnce() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let list = try write("name,email,barcode\nAda,a@e,K1\nBo,b@e,K2\n", to: folder + "/l.csv")
            #expect(try await event.doorcheck.run(["ticket", "import", list]).status == 0)
            let found = try await event.doorcheck.run(["ticket", "find", "Ada", "--json"])
            let id = try #require(found.objects.first?["ticket"] as? String)
            let anew = try await event.doorcheck.run(["ticket", "reissue", id, "--output", "-"])
            #expect(anew.status == 0)
            let newer = try write("name,email,barcode\nAda Okello,a@e,K1\nBob,b@e,K2\n", to: folder + "/l.csv")
            let issued = try await event.doorcheck.run(["ticket", "issue", newer, "--output", "-"])
            #expect(issued.errors.contains("0 tickets issued") && issued.errors.contains("2 were on the list already"))
            #expect(!issued.output.contains(id))
            let tickets = try await event.doorcheck.run(["ledger", "export", "tickets", "--json"])
            #expect(tickets.objects.count == 4)
        }
    }

    @Test("A list with nobody in it is no error, and a ledger's export is no list")
    func emptyAndOwn() async throws {
        try await withTemporaryFolder { folder in
            let event = try await SampleEvent(in: folder, tickets: 1)
            let empty = try write("name,email\n", to: folder + "/e.csv")
            let export = try await event.doorcheck.run(["ledger", "export", "tickets"]).output
            let own = try write(export, to: folder + "/own.csv")
            for command in ["import", "issue"] {
                let none = try await event.doorcheck.run(["ticket", command, empty])
                #expect(none.status == 0 && none.errors.contains("has a header but no guests"))
                let refused = try await event.doorcheck.run(["ticket", command, own])
                #expect(refused.status == 65 && refused.errors.contains("DoorCheck's own export"))
            }
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
            #expect(try await event.doorcheck.run(["event", "close", "summer-night"]).status == 0)
            #expect(try await event.doorcheck.run(["purge"]).status == 0)
            #expect(try await event.doorcheck.run(["event", "reopen", "summer-night"]).status == 0)
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
