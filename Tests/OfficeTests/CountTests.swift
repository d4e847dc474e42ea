// Large lists in the office.

import Ledger
import Testing
import TicketSigning

@testable import Office

struct CountTests {
    @Test("A page does not wait for the count of a large ledger, and gets it when it asks again")
    func isNotWaitedFor() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,tier\nAda,VIP\nBo,VIP\nCy,\n", to: event)
            let id = try #require(EventID(event))
            let ledger = try Ledger(opening: office.ledgerPath, for: .reading)
            let counter = EventCounter(mostBytes: 0)
            let first = try await counter.counts(of: id, in: ledger)
            #expect(first.counts == nil && first.isCounting)
            var counted = first
            while counted.isCounting {
                try await Task.sleep(for: .milliseconds(10))
                counted = try await counter.counts(of: id, in: ledger)
            }
            #expect(counted.counts == .init(tickets: ["VIP": 2, "": 1], entered: 0, imports: 1))
            // A small one is counted at once.
            let atOnce = try await EventCounter().counts(of: id, in: ledger)
            #expect(atOnce.counts == counted.counts && !atOnce.isCounting)
        }
    }

    @Test("Few tickets among many are found in parts, which together have each once")
    func inParts() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let rows = (0..<60).map { "Guest \($0),\($0 % 4 == 0 ? "VIP" : "")\n" }.joined()
            try await office.importList("name,tier\n" + rows, to: event)
            let ledger = try Ledger(opening: office.ledgerPath, for: .reading)
            var filter = TicketFilter()
            filter.event = EventID(event)
            filter.tier = "VIP"
            let whole = try await ledger.tickets(matching: filter, limit: 50).tickets
            var (found, place, parts): ([ListedTicket], Int64?, Int) = ([], nil, 0)
            repeat {
                let part = try await ledger.tickets(matching: filter, after: place, limit: 2, lookingAt: 8)
                found += part.tickets
                place = part.next
                parts += 1
            } while place != nil && parts < 100
            #expect(whole.count == 15 && found == whole)
            #expect(parts >= 8)
        }
    }

    @Test("A filter that matches nothing passes as many tickets for each answer, until all were looked at")
    func boundedParts() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let rows = (0..<6000).map { "Guest \($0)\n" }.joined()
            try await office.importList("name\n" + rows, to: event)
            for (filter, answers) in [(["entered": true] as [String: Any], 4), (["status": "revoked"], 1)] {
                var (next, count) = (String?.none, 0)
                repeat {
                    let search = filter.merging(next.map { ["after": $0] } ?? [:]) { $1 }
                    let answer = try await office.post("/office/events/\(event)/tickets", search)
                    #expect(answer.list("tickets").isEmpty)
                    next = answer.object["next"] as? String
                    count += 1
                } while next != nil && count < 10
                #expect(count == answers, "\(filter)")
            }
        }
    }
}
