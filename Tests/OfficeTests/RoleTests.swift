// What each role sees and does in the office.

import Foundation
import Testing

@testable import Office

struct RoleTests {
    private static let (all, desk, organiser) = (
        ["organiser", "desk", "viewer"], ["organiser", "desk"], ["organiser"]
    )

    /// The addresses that need a session, and the roles that they answer. A desk gets the code of no ticket but those
    /// that it has sold.
    private static let roles: [String: [String]] = [
        "GET /office/state": all,
        "GET /office/events/{event}/figures": all,
        "GET /office/events/{event}/arrivals.csv": all,
        "GET /office/events/{event}/during": all,
        "GET /office/events/{event}/doubles": all,
        "POST /office/events/{event}/messages": desk,
        "GET /office/events/{event}/tables/{table}": desk,
        "GET /office/events/{event}": desk,
        "POST /office/events/{event}/tickets": desk,
        "POST /office/events/{event}/sell": desk,
        "GET /office/tickets/{ticket}": desk,
        "POST /office/tickets/{ticket}": desk,
        "POST /office/tickets/{ticket}/undo": desk,
        "POST /office/events/{event}/pictures": desk,
        "POST /office/pictures/{batch}": desk,
        "POST /office/pictures/{batch}/end": desk,
        "POST /office/pictures/{batch}/zips": desk,
        "POST /office/pictures/{batch}/zips/{zip}/{entry}": desk,
        "GET /office/tickets/{ticket}/code.png": organiser,
        "GET /office/events/{event}/preview.png": organiser,
        "GET /office/events/{event}/tickets.pdf": organiser,
        "GET /office/events/{event}/tickets.zip": organiser,
        "POST /office/key": organiser,
        "GET /office/key/copy": organiser,
        "POST /office/key/saved": organiser,
        "GET /office/people": organiser,
        "POST /office/people": organiser,
        "POST /office/people/change": organiser,
        "POST /office/people/removal": organiser,
        "GET /office/people/hub": organiser,
        "POST /office/people/hub": organiser,
        "POST /office/people/hub/change": organiser,
        "POST /office/people/hub/removal": organiser,
        "POST /office/summary": organiser,
        "POST /office/events": organiser,
        "POST /office/events/{event}": organiser,
        "POST /office/events/{event}/closing": organiser,
        "POST /office/events/{event}/logo": organiser,
        "POST /office/events/{event}/logo/removal": organiser,
        "GET /office/sample.png": organiser,
        "POST /office/events/{event}/lists": organiser,
        "POST /office/lists/{list}": organiser,
        "POST /office/lists/{list}/import": organiser,
        "POST /office/lists/{list}/cancel": organiser,
        "GET /office/events/{event}/imports": organiser,
        "POST /office/imports/{import}/undo": organiser,
        "GET /office/events/{event}/mail": organiser,
        "POST /office/events/{event}/mail": organiser,
        "POST /office/events/{event}/mail/files": organiser,
        "GET /office/mail-files/{file}": organiser,
        "POST /office/events/{event}/mail/pause": organiser,
        "POST /office/events/{event}/mail/again": organiser,
        "GET /office/door": organiser,
        "POST /office/door/open": organiser,
        "POST /office/door/close": organiser,
        "GET /office/events/{event}/door/checks": organiser,
        "GET /office/door/picture.jpg": organiser,
        "POST /office/door/tests": organiser,
        "POST /office/door/tests/end": organiser,
        "GET /office/boxes": organiser,
        "POST /office/boxes": organiser,
        "POST /office/boxes/setup": organiser,
        "GET /office/boxes/identity": organiser,
        "POST /office/boxes/look": organiser,
        "POST /office/boxes/sync": organiser,
        "GET /office/boxes/{box}/sync": organiser,
        "POST /office/boxes/{box}/effect": organiser,
        "POST /office/boxes/{box}/revoke": organiser,
        "POST /office/boxes/{box}/reinstate": organiser,
        "GET /office/events/{event}/box.key": organiser,
        "GET /office/events/{event}/report.html": organiser,
        "GET /office/events/{event}/report.pdf": organiser,
        "GET /office/events/{event}/personal": organiser,
        "POST /office/events/{event}/purge": organiser,
    ]

    /// Who has no session may ask what the log-in needs, log in, and log out.
    private static let open = [
        "GET /office/entrance", "POST /office/session", "POST /office/logout", "POST /office/first/code",
        "POST /office/first",
    ]

    @Test("Each address of the office answers the roles that it is for, and tells others why not")
    func addresses() async throws {
        try await RunningOffice.open { office in
            let addresses = office.addresses.filter { $0.contains("/office/") }
            #expect(Set(addresses) == Set(Self.roles.keys).union(Self.open))
            let event = try await office.makeEvent()
            try await office.importList("name\nAda\n", to: event)
            let ticket = try #require(try await office.tickets(of: event).first?["id"] as? String)
            for role in Self.all {
                let person = try await office.person("The \(role)", role)
                for (address, roles) in Self.roles {
                    let parts = address.split(separator: " ")
                    let path = String(parts[1])
                        .replacing("{event}", with: event).replacing("{ticket}", with: ticket)
                        .replacing("{box}", with: UUID().uuidString.lowercased())
                        .replacing(#/\{[a-z]+\}/#, with: "1")
                        .replacing("tickets.zip", with: "tickets.zip?size=phone")
                    let answer = try await parts[0] == "GET" ? person.get(path) : person.post(path)
                    #expect((answer.status == 403) == !roles.contains(role), "\(role) \(address): \(answer.status)")
                    #expect(answer.status != 403 || answer.said.contains("organiser"), "\(answer.said)")
                    #expect(answer.status < 500 || answer.status == 503, "\(role) \(address): \(answer.said)")
                }
                var nobody = person
                nobody.cookie = nil
                #expect(try await nobody.get("/office/state").status == 401)
            }
        }
    }

    @Test("A desk sells, finds and blocks under its name, and prints what it has sold and nothing else")
    func desk() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name\nAda\n", to: event)
            let desk = try await office.person("Desk 1", "desk")
            let other = try await office.person("Desk 2", "desk")
            let ada = try #require(try await desk.tickets(of: event, ["text": "Ada"]).first?["id"] as? String)
            let found = try await desk.get("/office/tickets/\(ada)")
            #expect(found.object["canPrint"] as? Bool == false)
            #expect(found.object["actions"] as? [String] == ["block"])
            for (action, status) in [("block", 200), ("restore", 200), ("revoke", 403), ("reissue", 403)] {
                let version = try await desk.get("/office/tickets/\(ada)").text("version")
                let answer = try await desk.post(
                    "/office/tickets/\(ada)", ["action": action, "why": "tried", "version": version])
                #expect(answer.status == status, "\(action): \(answer.said)")
            }
            let history = try await office.get("/office/tickets/\(ada)").list("history").map { $0["text"] as? String }
            #expect(history == ["Blocked by Desk 1: tried", "Restored by Desk 1: tried"])
            // What an organiser has revoked stays revoked.
            let version = try await office.get("/office/tickets/\(ada)").text("version")
            let revoked = try await office.post(
                "/office/tickets/\(ada)", ["action": "revoke", "why": "refunded", "version": version])
            let lift = ["action": "restore", "why": "asked", "version": revoked.text("version")]
            #expect(try await desk.post("/office/tickets/\(ada)", lift).status == 403)

            let sold = try await desk.post("/office/events/\(event)/sell", ["sale": "1", "name": "Ben"])
            #expect(sold.object["canPrint"] as? Bool == true)
            let files = [
                "/office/tickets/\(sold.text("id"))/code.png",
                "/office/events/\(event)/tickets.pdf?size=A4&ticket=\(sold.text("id"))",
                "/office/events/\(event)/tickets.zip?size=phone&ticket=\(sold.text("id"))",
                "/office/events/\(event)/preview.png?size=A4&ticket=\(sold.text("id"))",
            ]
            for path in files {
                #expect(try await desk.get(path).status == 200, "\(path)")
                #expect(try await other.get(path).status == 403, "\(path)")
                let ofAda = path.replacing(sold.text("id"), with: ada)
                #expect(try await desk.get(ofAda).status == 403, "\(ofAda)")
            }
        }
    }

    @Test("A viewer gets figures without a guest's name, and without the organiser's code")
    func viewer() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            try await office.importList("name\nAda\n", to: event)
            let viewer = try await office.person("Sponsor", "viewer")
            let state = try await viewer.get("/office/state")
            #expect((state.object["key"] as? [String: Any])?["code"] == nil)
            #expect(state.list("events").first?["tickets"] as? Int == 1)
            for path in ["/office/state", "/office/events/\(event)/figures", "/office/events/\(event)/arrivals.csv"] {
                let text = String(decoding: try await viewer.get(path).body, as: UTF8.self)
                #expect(!text.contains("Ada") && !text.isEmpty, "\(path)")
            }
        }
    }
}
