// Guest lists in the office.

import Foundation
import Ledger
import Testing

@testable import Office

struct ListTests {
    private static let list = """
        Name,E-mail,Ticket type
        Ada Okello,ada@example.org,VIP
        Bo Diallo,bo@example.org,Regular
        Cy,nobody,Regular

        """

    @Test("A preview says what an import would do, and does nothing")
    func aPreviewSaysWhatAnImport() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent(["tiers": [["name": "VIP"]]])
            let before = try await Ledger(opening: office.ledgerPath, for: .reading).newestRevision()
            let preview = try await office.upload(
                Array(Self.list.utf8), to: "/office/events/\(event)/lists?name=guests.csv")
            let counts = preview.object["counts"] as? [String: Int]
            #expect(counts?["new"] == 2)
            #expect(preview.object["badRows"] as? Int == 1)
            let problem = preview.list("problems").first
            #expect(problem?["count"] as? Int == 1)
            #expect((problem?["sentence"] as? String)?.contains("an e-mail address") == true)
            let new = (preview.object["changes"] as? [String: [String]])?["new"]
            #expect(new == ["Ada Okello, VIP", "Bo Diallo, Regular"])
            #expect(
                preview.list("tiers").filter { $0["isNew"] as? Bool == true }.compactMap { $0["name"] as? String } == [
                    "Regular"
                ])
            #expect(try await Ledger(opening: office.ledgerPath, for: .reading).newestRevision() == before)
            #expect(try await office.tickets(of: event).isEmpty)
        }
    }

    @Test("A preview points out rows that occur twice, and tiers that are probably one")
    func probableMistakes() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent(["tiers": [["name": "VIP"]]])
            let text = "name,email,tier\nAda,a@example.org,vip\nBo,b@example.org,VIP\nAda,a@example.org,vip\n"
            let preview = try await office.upload(Array(text.utf8), to: "/office/events/\(event)/lists?name=a.csv")
            let warnings = preview.list("warnings").compactMap { $0["text"] as? String }
            let repeated = "1 row with the name, address and tier of an earlier row (line 4)"
            #expect(warnings.contains { $0.hasPrefix(repeated) })
            #expect(warnings.contains { $0.hasPrefix("'VIP' and 'vip' are kinds of tickets of their own") })
            // Tickets of one order usually have the buyer's name.
            let orders = "name,email,order\nAda,a@example.org,17\nAda,a@example.org,17\n"
            let other = try await office.upload(Array(orders.utf8), to: "/office/events/\(event)/lists?name=b.csv")
            #expect(other.list("warnings").isEmpty)
        }
    }

    @Test("Bad rows stop an import, unless the person leaves them out")
    func badRowsStopAnImportUnless() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            #expect(try await office.importList(Self.list, to: event).status == 409)
            #expect(try await office.tickets(of: event).isEmpty)
            let done = try await office.importList(Self.list, to: event, skippingBad: true)
            #expect(done.object["new"] as? Int == 2)
            #expect(try await office.tickets(of: event).count == 2)
        }
    }

    @Test("A column that may decide who enters stops an import until the person decides")
    func aColumnThatMayDecideWho() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let text = "name,barcode,Remarks\nAda,K1,fine\nBo,K2,refunded\n"
            let preview = try await office.upload(Array(text.utf8), to: "/office/events/\(event)/lists?name=a.csv")
            let question = try #require(preview.list("questions").first)
            #expect((question["text"] as? String)?.contains("--") == false)
            let token = preview.text("token")
            #expect(try await office.post("/office/lists/\(token)/import", ["skipBad": true]).status == 409)
            let answers = question["answers"] as? [[String: Any]] ?? []
            #expect(answers.compactMap { $0["field"] as? String } == ["status"])
            #expect(answers.contains { $0["ignore"] as? Bool == true })
            let decided = try await office.post("/office/lists/\(token)", ["ignored": ["3"]])
            #expect(decided.list("questions").isEmpty)
            #expect(try await office.post("/office/lists/\(token)/import").object["new"] as? Int == 2)
        }
    }

    @Test("Of dates that can be read in two ways, the person says which")
    func ofDatesThatCanBeRead() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let text = "name,valid from\nAda,04/07/2026\n"
            let asked = try await office.upload(Array(text.utf8), to: "/office/events/\(event)/lists?name=a.csv")
            #expect(asked.status == 422 && asked.field == "dates")
            let read = try await office.post("/office/lists/\(asked.text("token"))", ["dates": "dmy"])
            #expect(read.status == 200)
            #expect(try await office.post("/office/lists/\(asked.text("token"))/import").object["new"] as? Int == 1)
        }
    }

    @Test("A list that would do something else than was shown is not imported")
    func aListThatWouldDoSomething() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let text = Array("name,email\nAda,ada@example.org\n".utf8)
            let first = try await office.upload(text, to: "/office/events/\(event)/lists?name=a.csv")
            let second = try await office.upload(text, to: "/office/events/\(event)/lists?name=a.csv")
            #expect(try await office.post("/office/lists/\(first.text("token"))/import").status == 200)
            let late = try await office.post("/office/lists/\(second.text("token"))/import")
            #expect(late.status == 409 && late.text("type") == "changedMeanwhile")
            let again = try await office.post("/office/lists/\(second.text("token"))", [String: Any]())
            #expect((again.object["counts"] as? [String: Int])?["unchanged"] == 1)
            #expect(try await office.post("/office/lists/\(second.text("token"))/import").status == 200)
        }
    }

    @Test("A tier that is written with other bytes of the same letters is the event's own")
    func sameLetters() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent(["tiers": [["name": "Caf\u{E9}", "admits": 10]]])
            try await office.importList("name,email,tier\nAda,ada@example.org,Cafe\u{301}\n", to: event)
            #expect(try await office.tickets(of: event).first?["admits"] as? Int == 10)
            #expect(try await office.get("/office/events/\(event)").list("tiers").count == 1)
        }
    }

    @Test("What is imported is what was shown last, also if it is read in another way meanwhile")
    func readInAnotherWay() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let text = "Name,Nickname,E-mail\nAda,Zed,ada@example.org\n"
            let first = try await office.upload(Array(text.utf8), to: "/office/events/\(event)/lists?name=a.csv")
            let token = first.text("token")
            let wrong = try await office.post("/office/lists/\(token)", ["columns": ["name": "99"]])
            #expect(wrong.status == 422)
            #expect(try await office.post("/office/lists/\(token)/import").status == 200)
            #expect(try await office.tickets(of: event).first?["name"] as? String == "Ada")
        }
    }

    @Test("A refused import keeps no other program waiting")
    func aRefusedImportKeepsNoOther() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let refused = try await office.importList(Self.list, to: event)
            #expect(refused.status == 409)
            let other = try Ledger(opening: office.ledgerPath, for: .writing)
            let id = try #require(try await other.events().first?.id)
            #expect(throws: Never.self) { try other.stageTickets(of: id) { _ in } }
        }
    }

    @Test("An import can be undone until its first guest has entered")
    func anImportCanBeUndoneUntil() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\n", to: event)
            // No page waits for the count.
            let early = try await office.get("/office/events/\(event)/imports").list("imports")
            #expect(early.first?["by"] as? String == "Ines" && early.first?["tickets"] == nil)
            #expect(early.first?["canUndo"] as? Bool == false && early.first?["why"] == nil)
            let listed = try await office.get("/office/events/\(event)/imports?counted=true").list("imports")
            #expect(listed.first?["canUndo"] as? Bool == true && listed.first?["tickets"] as? Int == 1)
            #expect(try await office.post("/office/imports/1/undo").status == 200)
            let undone = try await office.get("/office/events/\(event)/imports?counted=true").list("imports")
            #expect(undone.first?["canUndo"] as? Bool == false && undone.first?["tickets"] as? Int == 0)
            #expect((undone.first?["why"] as? String)?.contains("undone") == true)
            #expect(try await office.tickets(of: event).isEmpty)
            #expect(try await office.post("/office/imports/1/undo").status == 409)
            #expect(try await office.post("/office/imports/99/undo").status == 404)
        }
    }

    @Test("Files that are no lists get one sentence, and none of them stays")
    func filesThatAreNoListsGet() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let files: [[UInt8]] = [
                [], Array("%PDF-1.7".utf8), [0x89, 0x50, 0x4E, 0x47, 1, 2, 3], Array("PK\u{3}\u{4}".utf8),
                Array("hello".utf8), [UInt8](repeating: 0, count: 5000), Array("name\n\"Ada\n".utf8),
            ]
            for file in files {
                let answer = try await office.upload(file, to: "/office/events/\(event)/lists?name=..%2F..%2Fa.csv")
                #expect(answer.status == 422)
                #expect(answer.said.hasSuffix("."))
                #expect(!answer.said.contains("--"))
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: FileManager.default.temporaryDirectory.path)
            #expect(!left.contains { $0.hasPrefix("doorcheck-upload-") })
        }
    }
}
