// An event while it runs.

import Foundation
import TestSupport
import Testing

@testable import Office

struct DuringTests {
    /// Admits the first ticket with a picture of its code, as many times as said.
    private func admit(_ office: RunningOffice, _ event: String, times: Int = 1) async throws {
        let id = try #require(try await office.tickets(of: event).first?["id"] as? String)
        let picture = try await office.get("/office/tickets/\(id)/code.png").body
        let batch = try await office.post("/office/events/\(event)/pictures", ["gate": "main", "admit": true])
        for number in 0..<times {
            let path = "/office/pictures/\(batch.text("batch"))?name=\(number).png"
            #expect(try await office.upload(picture, to: path).status == 200)
        }
    }

    private func state(_ office: RunningOffice, _ event: String) async throws -> [String: Any] {
        try await office.get("/office/events/\(event)/during").object["state"] as? [String: Any] ?? [:]
    }

    /// Asks as a page does until something holds.
    private func wait(
        _ office: RunningOffice, _ event: String, until holds: @escaping @Sendable ([String: Any]) -> Bool
    ) async throws {
        try await eventually { holds(try await state(office, event)) }
    }

    @Test("The page has the figures of the last count, and no answer while nothing changes")
    func figures() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name\nAda\nBo\n", to: event)
            // Nothing is counted before somebody looks, and the first answer does not wait for a count.
            #expect(try await state(office, event)["trouble"] as? String == "Counting the records; the figures follow.")
            try await wait(office, event) { $0["isChecked"] as? Bool == true && $0["expected"] as? Int == 2 }
            try await admit(office, event, times: 2)
            try await wait(office, event) { $0["arrived"] as? Int == 1 && $0["trouble"] == nil }
            let full = try await office.get("/office/events/\(event)/during").object
            let refusals = (full["state"] as? [String: Any])?["refusals"] as? [[String: Any]] ?? []
            #expect(refusals.map { $0["reason"] as? String } == ["already-used"])
            let version = try #require(full["version"] as? String)
            #expect(try await office.get("/office/events/\(event)/during?version=\(version)").status == 204)
            #expect(try await office.get("/office/events/\(UUID())/during").status == 404)
        }
    }

    @Test("A message reaches the ledger's gates under the name of whoever sent it; a wrong one is refused")
    func messages() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let path = "/office/events/\(event)/messages"
            let good: [String: Any] = ["text": "Let the band in", "gate": "main", "minutes": 30]
            #expect(try await office.post(path, good).status == 204)
            try await wait(office, event) { state in
                let message = (state["messages"] as? [[String: Any]])?.first
                return message?["text"] as? String == "Let the band in" && message?["by"] as? String == "Ines"
            }
            for (change, status) in [
                (["minutes": 0] as [String: Any], 422), (["minutes": 1441], 422), (["text": ""], 409),
                (["text": String(repeating: "a", count: 201)], 409), (["text": "a\nb"], 409), (["gate": "\u{0}"], 422),
                (["gate": "nowhere"], 422), (["minutes": "30"], 400),
            ] {
                let answer = try await office.post(path, good.merging(change) { $1 })
                #expect(answer.status == status && !answer.said.isEmpty, "\(change): \(answer.status) \(answer.said)")
            }
        }
    }

    @Test("Each table is a CSV file with names and without codes; there are no others")
    func tables() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name\n=Ada\n", to: event)
            try await admit(office, event)
            for (table, rows) in [("tickets", 1), ("admissions", 1), ("days", 1), ("doubles", 0)] {
                let answer = try await office.get("/office/events/\(event)/tables/\(table)")
                #expect(answer.status == 200 && answer.headers["content-type"] == "text/csv; charset=utf-8")
                let lines = String(decoding: answer.body, as: UTF8.self).split(whereSeparator: \.isNewline)
                #expect(lines.count == rows + 1, "\(table): \(lines)")
                #expect(answer.headers["content-disposition"]?.contains("summer-night-\(table).csv") == true)
            }
            #expect(try await office.get("/office/events/\(event)/tables/keys").status == 404)
            #expect(try await office.get("/office/events/\(UUID())/tables/tickets").status == 404)
        }
    }

    @Test("A gate that refuses far more codes than usual is an alert of its event, and of no other")
    func refusals() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name\nAda\n", to: event)
            let form: [String: Any] = ["event": ["name": "Matinee"], "gates": [["name": "main"]]]
            let other = try await office.post("/office/events", form).text("id")
            try await admit(office, event, times: 13)
            // What is wrong is looked at while any page is open.
            try await wait(office, other) { $0["isChecked"] as? Bool == true }
            #expect(try await alerts(office, other).isEmpty)
            try await eventually {
                let words = try await alerts(office, event)
                return words.first?.hasPrefix("Gate main of Summer Night refused") == true
            }
            #expect(try await alerts(office, other).isEmpty)
        }
    }

    private func alerts(_ office: RunningOffice, _ event: String) async throws -> [String] {
        let alerts = try await state(office, event)["alerts"] as? [[String: Any]] ?? []
        return alerts.compactMap { $0["text"] as? String }
    }
}
