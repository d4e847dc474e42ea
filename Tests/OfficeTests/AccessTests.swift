// Who may use the office.

import Foundation
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import Office

struct AccessTests {
    @Test("The link works once, and a wrong one not at all")
    func theLinkWorksOnceAndA() async throws {
        try await RunningOffice.open(isLoggedIn: false) { office in
            for wrong in ["", "x", RunningOffice.code + "x", String(RunningOffice.code.dropLast())] {
                #expect(try await office.post("/office/session", ["code": wrong]).status == 401)
            }
            #expect(try await office.logIn() != nil)
            let again = try await office.post("/office/session", ["code": RunningOffice.code])
            #expect(again.status == 401)
            #expect(again.said.contains("used before"))
        }
    }

    @Test("Without a session nothing is shown or done")
    func withoutASessionNothingIsShown() async throws {
        try await RunningOffice.open(isLoggedIn: false) { office in
            let event = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
            let reads = [
                "state", "key/copy", "events/\(event)", "events/\(event)/imports", "tickets/\(event)",
                "tickets/\(event)/code.png", "events/\(event)/preview.png", "events/\(event)/tickets.pdf", "door",
                "door/picture.jpg", "events/\(event)/door/checks", "events/\(event)/during", "events/\(event)/figures",
                "events/\(event)/report.html", "events/\(event)/report.pdf", "events/\(event)/arrivals.csv",
                "events/\(event)/personal", "events/\(event)/tables/tickets",
            ]
            for path in reads {
                let answer = try await office.get("/office/" + path)
                #expect(answer.status == 401, "\(path)")
            }
            let deeds = [
                "key", "key/saved", "summary", "events", "events/\(event)", "events/\(event)/closing",
                "events/\(event)/lists", "lists/x", "lists/x/import", "lists/x/cancel", "imports/1/undo",
                "events/\(event)/tickets", "events/\(event)/sell", "tickets/\(event)", "events/\(event)/pictures",
                "pictures/x", "pictures/x/end", "door/open", "door/close", "events/\(event)/purge",
            ]
            for path in deeds {
                let answer = try await office.post("/office/" + path)
                #expect(answer.status == 401, "\(path)")
            }
            #expect(!FileManager.default.fileExists(atPath: office.keysPath))
            #expect(!FileManager.default.fileExists(atPath: office.ledgerPath))
        }
    }

    @Test("Pages of other sites can do nothing, nor can other names for this machine")
    func pagesOfOtherSitesCanDo() async throws {
        try await RunningOffice.open { office in
            let body = Array("{}".utf8)
            for origin in ["https://example.org", "http://127.0.0.1:1", "null", "http://localhost.example.org"] {
                let answer = try await office.send(
                    "POST", "/office/key", headers: [("Origin", origin), ("Content-Type", "application/json")],
                    body: body)
                #expect(answer.status == 403, "\(origin)")
            }
            #expect(try await office.send("POST", "/office/key", body: body).status == 403)
            let rebound = try await office.get("/office/state", headers: [("Host", "example.org:\(office.port)")])
            #expect(rebound.status == 421)
            #expect(!FileManager.default.fileExists(atPath: office.keysPath))
        }
    }

    @Test("The session ends with the log-out, and what was sent goes with it")
    func theSessionEndsWithTheLog() async throws {
        try await RunningOffice.open { office in
            let event = try await office.makeEvent()
            let list = try await office.upload(
                Array("name\nAda\n".utf8), to: "/office/events/\(event)/lists?name=a.csv")
            #expect(try await office.post("/office/logout").status == 204)
            #expect(try await office.get("/office/state").status == 401)
            #expect(try await office.post("/office/lists/\(list.text("token"))/import").status == 401)
        }
    }

    @Test("Pages may load only files of the office, and no other site may show them")
    func pagesMayLoadOnlyFilesOf() async throws {
        try await RunningOffice.open(isLoggedIn: false) { office in
            let page = try await office.get("/")
            #expect(page.status == 200)
            let policy = page.headers["content-security-policy"] ?? ""
            #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe"))
            for path in OfficeFile.paths { #expect(try await office.get(path).status == 200, "\(path)") }
        }
    }

    /// Another user is needed to ask, whom root alone can become.
    private static let canBeAnother = geteuid() == 0

    @Test("Another user of the machine is refused, whatever secret they have", .enabled(if: canBeAnother))
    func anotherUser() async throws {
        try await RunningOffice.open { office in
            let line = try await office.firstLineForStranger(at: "/office/state")
            #expect(line.hasPrefix("HTTP/1.1 401"), "\(line)")
            #expect(try await office.get("/office/state").status == 200)
        }
    }

    @Test("Whose a connection is is asked once while it is open, and of each that was refused each time")
    func connections() throws {
        let asked = Mutex(0)
        let answer = Mutex(false)
        let connections = PermittedConnections { _ in
            asked.withLock { $0 += 1 }
            return answer.withLock { $0 }
        }
        let (first, second) = (EmbeddedChannel(), EmbeddedChannel())
        #expect(!connections.permit(first) && !connections.permit(first))
        answer.withLock { $0 = true }
        #expect(connections.permit(first))
        answer.withLock { $0 = false }
        #expect(connections.permit(first) && connections.permit(first))
        #expect(asked.withLock { $0 } == 3)
        #expect(!connections.permit(second))
        // What comes after it in the same place of memory is another connection.
        try first.close().wait()
        first.embeddedEventLoop.run()
        #expect(!connections.permit(first))
        #expect(asked.withLock { $0 } == 5)
    }

    @Test("A service serves all users of its machine, with an account and without the link", .enabled(if: canBeAnother))
    func service() async throws {
        try await RunningOffice.open(isLoggedIn: false, isNew: { true }) { office in
            let line = try await office.firstLineForStranger(at: "/office/entrance")
            #expect(line.hasPrefix("HTTP/1.1 200"), "\(line)")
            let state = try await office.firstLineForStranger(at: "/office/state")
            #expect(state.hasPrefix("HTTP/1.1 401"), "\(state)")
            #expect(try await office.post("/office/session", ["code": RunningOffice.code]).status == 401)
        }
    }

    @Test("Every file that a page or a script names is served")
    func namedFiles() async throws {
        try await RunningOffice.open(isLoggedIn: false) { office in
            for file in OfficeFile.paths {
                let text = String(decoding: try await office.get(file).body, as: UTF8.self)
                let modules = text.matches(of: /from "\.(\/[a-z]+\.js)"/).map { String($0.1) }
                let linked = text.matches(of: /(?:src|href)="(\/[a-z]+\.(?:js|css|svg))"/).map { String($0.1) }
                for path in modules + linked {
                    let answer = try await office.get(path)
                    #expect(answer.status == 200, "\(file) names \(path)")
                }
            }
        }
    }
}
