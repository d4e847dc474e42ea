// A wrong entry is taken back in the office, and a ticket's history says who sold it and what it replaces.

import Accounts
import Foundation
import Ledger
import TestSupport
import Testing
import TicketSigning

@testable import Office

struct UndoTests {
    /// Admits a ticket with a picture of its code.
    private func admit(_ ticket: String, _ office: RunningOffice, _ event: String) async throws {
        let picture = try await office.get("/office/tickets/\(ticket)/code.png").body
        let batch = try await office.post("/office/events/\(event)/pictures", ["gate": "main", "admit": true])
        let answer = try await office.upload(picture, to: "/office/pictures/\(batch.text("batch"))?name=1.png")
        #expect(answer.status == 200)
    }

    private func event(_ office: RunningOffice, of names: [String] = ["Ada"]) async throws -> (String, [String]) {
        let event = try await office.makeEvent()
        try await office.importList((["name"] + names).joined(separator: "\n") + "\n", to: event)
        return (event, try await office.tickets(of: event).compactMap { $0["id"] as? String })
    }

    private func history(_ ticket: String, _ office: RunningOffice) async throws -> [String] {
        try await office.get("/office/tickets/\(ticket)").list("history").compactMap { $0["text"] as? String }
    }

    @Test("An entry is undone once, with a reason and under the person's name, and the guest can enter again")
    func undo() async throws {
        try await RunningOffice.open { office in
            let (event, tickets) = try await event(office)
            let path = "/office/tickets/\(tickets[0])"
            #expect(try await office.get(path).object["undo"] == nil)
            try await admit(tickets[0], office, event)
            let shown = try await office.get(path)
            let undo = try #require(shown.object["undo"] as? [String: Any])
            #expect(undo["isTooLate"] as? Bool == false && undo["isExit"] as? Bool == false)
            let wanted = ["version": shown.text("version"), "why": "wrong guest"]
            // Without a reason nothing is done, nor with one that would not be kept.
            for why in ["", "  ", String(repeating: "x", count: 10_000), "a\nb"] {
                let refused = try await office.post(path + "/undo", ["version": shown.text("version"), "why": why])
                #expect((400..<500).contains(refused.status), "\(why.prefix(9)): \(refused.status) \(refused.said)")
            }
            let undone = try await office.post(path + "/undo", wanted)
            #expect(undone.status == 200 && undone.object["entries"] as? Int == 0, "\(undone.said)")
            // The same request once more, whose answer was perhaps lost, does nothing.
            let again = try await office.post(path + "/undo", wanted)
            #expect(again.status == 409 && again.text("type") == "changedMeanwhile")
            let lines = try await history(tickets[0], office)
            #expect(lines.count == 2 && lines[0].hasPrefix("Entered at gate main"), "\(lines)")
            #expect(lines[0].hasSuffix("(undone later)") && lines[1] == "Entry or exit undone by Ines: wrong guest")
            let version = try await office.get(path).text("version")
            let nothing = try await office.post(path + "/undo", ["version": version, "why": "twice"])
            #expect(nothing.status == 409 && nothing.said.hasPrefix("There is nothing to undo"))
            try await admit(tickets[0], office, event)
            // Nor does it do anything to an entry that nobody has seen.
            let other = try await office.post(path + "/undo", wanted)
            #expect(other.status == 409 && other.text("type") == "changedMeanwhile")
            #expect(try await office.get(path).object["entries"] as? Int == 1)
        }
    }

    @Test("Of several people who undo one entry at the same time, one does")
    func atOnce() async throws {
        try await RunningOffice.open { office in
            let (event, tickets) = try await event(office)
            let path = "/office/tickets/\(tickets[0])"
            try await admit(tickets[0], office, event)
            let wanted = ["version": try await office.get(path).text("version"), "why": "wrong guest"]
            let statuses = try await withThrowingTaskGroup(of: Int.self) { tasks in
                for _ in 0..<4 {
                    tasks.addTask { try await office.anotherVisitor().post(path + "/undo", wanted).status }
                }
                return try await tasks.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == [200, 409, 409, 409])
            #expect(try await history(tickets[0], office).count == 2)
        }
    }

    @Test("After the time that the event allows, nothing is undone, and the page says so")
    func tooLate() async throws {
        try await RunningOffice.open { office in
            let (event, tickets) = try await event(office)
            try await admit(tickets[0], office, event)
            let ledger = try Ledger(opening: office.ledgerPath, for: .writing)
            var rules = try #require(try await ledger.events().first)
            rules.undoTime = .milliseconds(1)
            try await ledger.update(rules)
            let path = "/office/tickets/\(tickets[0])"
            let shown = try await office.get(path)
            #expect((shown.object["undo"] as? [String: Any])?["isTooLate"] as? Bool == true)
            let late = try await office.post(path + "/undo", ["version": shown.text("version"), "why": "wrong guest"])
            #expect(late.status == 409 && late.said.contains("the event allows an undo for"))
            #expect(try await office.get(path).object["entries"] as? Int == 1)
        }
    }

    @Test("A desk undoes what this machine's box has recorded, and nothing of another box")
    func desk() async throws {
        try await RunningOffice.open { office in
            let (event, tickets) = try await event(office)
            let desk = try await office.person("Desk 1", "desk")
            let path = "/office/tickets/\(tickets[0])"
            try await admit(tickets[0], office, event)
            let shown = try await desk.get(path)
            let done = try await desk.post(path + "/undo", ["version": shown.text("version"), "why": "wrong guest"])
            #expect(done.status == 200, "\(done.said)")
            #expect(try await history(tickets[0], office).last == "Entry or exit undone by Desk 1: wrong guest")
        }
        let (own, other) = (BoxID.random(), BoxID.random())
        let entry = Entry(at: Timestamp(milliseconds: 0), gate: "main", box: other, boxName: "north-1")
        let movement = Movement(kind: .entry, entry: entry)
        for (role, here, there) in [
            (AccountRole.organiser, true, true), (.desk, true, false), (.viewer, false, false),
        ] {
            #expect(role.permitsUndo(of: movement, at: other) == here)
            #expect(role.permitsUndo(of: movement, at: own) == there)
        }
    }

    @Test("The history says who sold a ticket, and what a reissued one was issued in place of")
    func origin() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let desk = try await office.person("Desk 1", "desk")
            let sold = try await desk.post("/office/events/\(event)/sell", ["sale": "1", "name": "Ben"])
            #expect(sold.text("status") == "valid")
            #expect(try await history(sold.text("id"), office) == ["Sold by Desk 1"])
            let unpaid = try await desk.post("/office/events/\(event)/sell", ["sale": "2", "paid": false])
            #expect(unpaid.text("status") == "unpaid")
            #expect(try await history(unpaid.text("id"), office).isEmpty)
            let new = try await office.post(
                "/office/tickets/\(sold.text("id"))",
                ["action": "reissue", "why": "lost", "version": sold.text("version")])
            let (old, replaced) = (try await history(sold.text("id"), office), "Replaced by a new ticket by Ines: lost")
            #expect(old == ["Sold by Desk 1", replaced])
            let issued = "Issued in place of an earlier ticket by Ines: lost"
            #expect(try await history(new.text("id"), office) == ["Sold by Desk 1", issued])
        }
    }
}
