// What comes after an event.

import Foundation
import Testing

@testable import Office

struct AfterwardsTests {
    @Test("Guests' data goes only after the event, and only if its short name is typed")
    func guestsDataGoesOnlyAfterThe() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\n", to: event)
            let path = "/office/events/\(event)/purge"
            #expect(try await office.post(path, ["slug": "summer-night"]).status == 409)
            #expect(try await office.post("/office/events/\(event)/closing", ["closed": true]).status == 200)
            try await Task.sleep(for: .milliseconds(5))
            let wrong = try await office.post(path, ["slug": "summer"])
            #expect(wrong.status == 422 && wrong.field == "slug")
            #expect(try await office.get("/office/events/\(event)/personal").object["names"] as? Int == 1)
            let gone = try await office.post(path, ["slug": "summer-night"])
            #expect(gone.status == 200, "\(gone.said)")
            #expect(gone.object["names"] as? Int == 0)
            #expect(try await office.tickets(of: event).first?["name"] == nil)
            let late = try await office.upload(
                Array("name,email\nAda,ada@example.org\n".utf8), to: "/office/events/\(event)/lists?name=a.csv")
            #expect(late.status == 409)
        }
    }

    @Test("The report comes as a page, as a PDF and as a table")
    func theReportComesAsAPage() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name,email\nAda,ada@example.org\nBo,bo@example.org\n", to: event)
            #expect(try await office.get("/office/events/\(event)/figures").object["expected"] as? Int == 2)
            for (name, start) in [("report.html", "<!doctype html>"), ("report.pdf", "%PDF"), ("arrivals.csv", "")] {
                let answer = try await office.get("/office/events/\(event)/\(name)")
                #expect(answer.status == 200)
                #expect(answer.body.starts(with: Array(start.utf8)))
                #expect(answer.headers["content-disposition"]?.hasPrefix("attachment") == true)
                #expect(!String(decoding: answer.body, as: UTF8.self).contains("Ada"))
            }
        }
    }
}
