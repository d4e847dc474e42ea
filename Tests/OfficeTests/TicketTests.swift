// Tickets in the office.

import Foundation
import Ledger
import Synchronization
import TestSupport
import Testing
import TicketSigning

@testable import Office

struct TicketTests {
    private static func list(_ count: Int) -> String {
        "name,email,tier\n"
            + (1...count).map { "Guest \($0),g\($0)@example.org,\($0 % 2 == 0 ? "VIP" : "Regular")\n" }.joined()
    }

    @Test("All pages of the list together have each ticket once")
    func allPagesOfTheListTogether() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list(23), to: event)
            for (filter, count) in [([:] as [String: Any], 23), (["tier": "VIP"], 11), (["entered": true], 0)] {
                var (found, after): ([String], String?) = ([], nil)
                repeat {
                    var search = filter
                    search["limit"] = 5
                    search["after"] = after
                    let page = try await office.post("/office/events/\(event)/tickets", search)
                    found += page.list("tickets").compactMap { $0["id"] as? String }
                    after = page.object["next"] as? String
                } while after != nil
                #expect(found.count == count)
                #expect(Set(found).count == count)
            }
        }
    }

    @Test("A list is shown by name, also if tickets come and go between its pages")
    func aListIsShownByName() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let names = ["bo", "Ada", "", "Cy", "ada", "Dee", "Änne", ""]
            let rows = names.enumerated().map { "\($1),g\($0)@example.org\n" }
            try await office.importList("name,email\n" + rows.joined(), to: event)
            let first = try await office.post("/office/events/\(event)/tickets", ["limit": 3])
            let shown = first.list("tickets").compactMap { $0["name"] as? String }
            #expect(Set(shown.prefix(2)) == ["Ada", "ada"] && shown.last == "bo")
            try await office.importList("name,email\nAaron,a@example.org\nBob,b@example.org\n", to: event)
            var (found, after) = ([String](), first.object["next"] as? String)
            while let place = after {
                let page = try await office.post("/office/events/\(event)/tickets", ["limit": 2, "after": place])
                found += page.list("tickets").map { $0["name"] as? String ?? "" }
                after = page.object["next"] as? String
            }
            #expect(found == ["Bob", "Cy", "Dee", "Änne", "", ""])
        }
    }

    @Test("A ticket is found by name, by address, by its identifier and by its code")
    func aTicketIsFoundByName() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nZoë Novák,zoe@example.org\nBo,bo@example.org\n", to: event)
            let id = try #require(try await office.tickets(of: event, ["text": "zoe"]).first?["id"] as? String)
            for text in ["novak", "zoe@example.org", id, " \(id.uppercased()) ", String(id.prefix(8))] {
                let found = try await office.tickets(of: event, ["text": text])
                #expect(found.compactMap { $0["id"] as? String } == [id], "\(text)")
            }
            #expect(try await office.tickets(of: event, ["text": "nobody"]).isEmpty)
            #expect(try await office.tickets(of: event, ["text": "zoe", "status": "blocked"]).isEmpty)
        }
    }

    @Test("Nothing is done to a ticket that has changed since it was seen")
    func nothingIsDoneToATicket() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\n", to: event)
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            let seen = try await office.get("/office/tickets/\(id)").text("version")
            let deed: [String: Any] = ["action": "block", "why": "lost", "version": seen]
            #expect(try await office.post("/office/tickets/\(id)", deed).text("status") == "blocked")
            for action in ["restore", "revoke", "reissue"] {
                let late = try await office.post("/office/tickets/\(id)", ["action": action, "version": seen])
                #expect(late.status == 409 && late.text("type") == "changedMeanwhile", "\(action)")
            }
            #expect(try await office.get("/office/tickets/\(id)").text("status") == "blocked")
        }
    }

    @Test("A search with a filter looks beyond the first tickets that have the word")
    func filteredSearch() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let rows = (1...260).map { "Smith \($0),s\($0)@example.org\n" }.joined()
            try await office.importList("name,email\n" + rows, to: event)
            let id = try #require(
                try await office.tickets(of: event, ["text": "s257@example.org"]).first?["id"] as? String)
            let version = try await office.get("/office/tickets/\(id)").text("version")
            _ = try await office.post("/office/tickets/\(id)", ["action": "block", "version": version])
            let found = try await office.tickets(of: event, ["text": "smith", "status": "blocked"])
            #expect(found.compactMap { $0["id"] as? String } == [id])
        }
    }

    @Test("A reissued ticket has another code, and the old one is replaced")
    func aReissuedTicketHasAnotherCode() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\n", to: event)
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            let seen = try await office.get("/office/tickets/\(id)").text("version")
            let new = try await office.post("/office/tickets/\(id)", ["action": "reissue", "version": seen])
            #expect(new.status == 200)
            #expect(new.text("id") != id)
            #expect(try await office.get("/office/tickets/\(id)").text("status") == "replaced")
            let codes = try await (
                office.get("/office/tickets/\(id)/code.png").body,
                office.get("/office/tickets/\(new.text("id"))/code.png").body
            )
            #expect(codes.0 != codes.1)
        }
    }

    @Test("A walk-in is on the list at once, and a mistake names its field")
    func aWalkInIsOnThe() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent(["tiers": [["name": "VIP", "admits": 2]]])
            let sold = try await office.post(
                "/office/events/\(event)/sell", ["name": "Walk In", "tier": "VIP", "paid": false])
            #expect(sold.status == 201)
            #expect(sold.text("status") == "unpaid")
            #expect(sold.object["admits"] as? Int == 2)
            #expect(try await office.tickets(of: event, ["text": "walk"]).count == 1)
            let faults: [(String, [String: Any])] = [
                ("tier", ["tier": "Crew"]), ("admits", ["admits": 0]), ("name", ["name": "a\nb"]),
                ("note", ["note": String(repeating: "x", count: 501)]),
            ]
            for (field, sale) in faults {
                let refused = try await office.post("/office/events/\(event)/sell", sale)
                #expect(refused.status == 422 && refused.field == field)
            }
            #expect(try await office.tickets(of: event).count == 1)
        }
    }

    @Test("A sale that is sent again, also at the same time, makes one ticket; one that was refused can be sent again")
    func saleAgain() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let refused = try await office.post("/office/events/\(event)/sell", ["sale": "a", "admits": 0])
            #expect(refused.status == 422)
            let ids = try await withThrowingTaskGroup(of: String.self) { tasks in
                for _ in 0..<4 {
                    tasks.addTask {
                        let other = office.anotherVisitor()
                        return try await other.post("/office/events/\(event)/sell", ["sale": "a", "name": "Ada"]).text(
                            "id")
                    }
                }
                return try await tasks.reduce(into: Set()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await office.tickets(of: event).count == 1)
            let second = try await office.post("/office/events/\(event)/sell", ["sale": "b", "name": "Ada"])
            #expect(second.status == 201)
            #expect(try await office.tickets(of: event).count == 2)
        }
    }

    @Test("A sale that is sent again after the office was started again is the same ticket, paid once")
    func saleAfterRestart() async throws {
        try await withTemporaryFolder { folder in
            let made = Mutex("")
            let sold = Mutex<[String]>([])
            for _ in 1...2 {
                try await RunningOffice.open(in: folder) { office in
                    if made.withLock(\.isEmpty) {
                        let event = try await office.makeEvent()
                        made.withLock { $0 = event }
                    }
                    let event = made.withLock(\.self)
                    let sale = ["sale": "a", "name": "Ada"]
                    let id = try await office.post("/office/events/\(event)/sell", sale).text("id")
                    sold.withLock { $0.append(id) }
                    #expect(try await office.tickets(of: event).count == 1)
                    let history = try await office.get("/office/tickets/\(id)").list("history")
                    #expect(history.compactMap { $0["text"] as? String } == ["Sold by Ines"])
                }
            }
            #expect(sold.withLock { Set($0).count == 1 && $0.count == 2 && $0[0] != "" })
        }
    }

    @Test("A question that nobody can mean is refused, not answered with something else")
    func unknownValues() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            for search in [["status": "zzz"], ["after": "zzz"]] {
                #expect(try await office.post("/office/events/\(event)/tickets", search).status == 422)
            }
            let other = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
            #expect(try await office.post("/office/events/\(other)/tickets").status == 404)
            #expect(try await office.get("/office/events/\(other)/imports").status == 404)
        }
    }

    @Test("Which tickets are not printed is said, and why")
    func leftOut() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList(Self.list(3), to: event)
            #expect(try await office.get("/office/events/\(event)").object["leftOut"] == nil)
            let ledger = try Ledger(opening: office.ledgerPath, for: .writing)
            let key = try #require(try await ledger.keys().first)
            let root = try KeyFile.readMasterKey(at: office.keysPath + "/master.key").rootKey()
            _ = try await ledger.retire(key, signedBy: root)
            let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
            #expect(try await office.get("/office/events/\(event)").text("leftOut").hasPrefix("3 tickets have no code"))
            #expect(try await office.get("/office/tickets/\(id)/code.png").status == 404)
        }
    }

    @Test("Tickets are printed on every size, and a wrong size is named")
    func ticketsArePrintedOnEverySize() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            #expect(try await office.get("/office/events/\(event)/tickets.pdf?size=A4").status == 422)
            try await office.importList(Self.list(3), to: event)
            for size in ["A4", "A5", "A6", "2x1", "2x2", "wristband", "2x4", "2x5", "2x7", "3x7", "3x8"] {
                let pages = try await office.get("/office/events/\(event)/tickets.pdf?size=\(size)")
                #expect(pages.status == 200 && pages.body.starts(with: Array("%PDF".utf8)), "\(size)")
                let picture = try await office.get("/office/events/\(event)/preview.png?size=\(size)&tier=VIP")
                #expect(picture.status == 200 && picture.body.starts(with: [0x89, 0x50]), "\(size)")
            }
            let wrong = try await office.get("/office/events/\(event)/preview.png?size=B9")
            #expect(wrong.status == 422 && wrong.field == "size")
        }
    }
}
