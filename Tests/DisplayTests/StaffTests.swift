// Who gets behind the staff page, and what they can do there.

import Testing

@testable import DoorDisplay

struct StaffTests {
    /// A desk that tells what it was asked.
    struct EchoDesk: StaffDesk {
        func gates() async throws -> [StaffGate] {
            [StaffGate(name: "north", direction: "entry"), StaffGate(name: "south", direction: "exit")]
        }

        func move(to gate: String, by who: String) async throws -> String {
            guard gate == "south" else { throw StaffRefusal("The event does not have this gate.") }
            return "\(gate) by \(who)"
        }

        func find(_ text: String) async throws -> [StaffTicket] {
            [
                StaffTicket(
                    id: "1", holder: "found " + text, reference: "", tier: "", status: "valid", entered: 0, admits: 1,
                    shownAgain: 0)
            ]
        }

        func explain(_ ticket: String, signedIn epoch: UInt32?) async throws -> StaffExplanation {
            throw StaffRefusal("This ticket is not on the list\(epoch.map { ", key \($0)" } ?? "").")
        }

        func perform(
            _ action: StaffAction,
            on ticket: String,
            signedIn epoch: UInt32?,
            seen version: String,
            by who: String,
            why: String
        ) async throws -> StaffResult {
            guard version == "v1" else { throw StaffRefusal("Changed meanwhile: paid.", .changedMeanwhile) }
            guard !why.isEmpty else { throw StaffRefusal("Say why.", .reasonNeeded) }
            let key = epoch.map { ", key \($0)" } ?? ""
            return StaffResult(
                "\(action) \(ticket) by \(who): \(why)\(key)", undone: action == .undo ? 1_795_000_000_000 : nil)
        }

        func sales() async throws -> StaffSales {
            StaffSales(tiers: [.init(name: "VIP", people: 2)], people: nil, takesPayment: true, mostPeople: 16)
        }

        func sell(_ sale: StaffSale, by who: String) async throws -> StaffResult {
            guard !sale.why.isEmpty else { throw StaffRefusal("Full.", .reasonNeeded, objections: "full") }
            return StaffResult(
                "\(sale.people) \(sale.tier) by \(who) despite \(sale.accepted)", ticket: "t-\(sale.sale)")
        }

        func dismiss(_ message: String, by who: String) async throws -> String {
            guard message == "7" else { throw StaffRefusal("This message was already dismissed.") }
            return "\(message) by \(who)"
        }
    }

    static func room() -> StaffAccess {
        StaffAccess(
            desk: EchoDesk(), isName: { !$0.contains("\u{202E}") }, isPIN: { $0 == "271828" },
            seal: { "sealed-\($0)" })
    }

    func logIn(
        _ browser: Browser,
        name: String = "amina",
        pin: String = "271828",
        headers: [String] = []
    ) async throws -> (Browser.Answer, cookie: String) {
        let body = "{\"name\":\"\(name)\",\"pin\":\"\(pin)\"}"
        let answer = try await browser.ask(
            "/staff/login", method: "POST", headers: own(browser) + headers, body: body)
        let line = answer.head.split(separator: "\r\n").first { $0.hasPrefix("Set-Cookie: ") } ?? ""
        return (answer, String(line.dropFirst(12).prefix { $0 != ";" }))
    }

    func own(_ browser: Browser) -> [String] {
        ["Origin: http://127.0.0.1:\(browser.port)", "Content-Type: application/json"]
    }

    @Test(
        "Without a session nothing behind the staff page answers",
        arguments: [
            "/staff/me", "/staff/events", "/staff/find?q=a", "/staff/explain?ticket=1", "/staff/gates", "/staff/act",
            "/staff/gate", "/staff/dismiss", "/staff/sales", "/staff/sell",
        ]
    )
    func locked(path: String) async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { (scene) async throws in
            let method = ["/staff/act", "/staff/gate", "/staff/dismiss", "/staff/sell"].contains(path) ? "POST" : "GET"
            let forged = own(scene.browser) + ["Cookie: \(StaffSessions.cookie)=guess"]
            #expect(try await scene.browser.ask(path, method: method, headers: own(scene.browser)).status == 401)
            #expect(try await scene.browser.ask(path, method: method, headers: forged).status == 401)
        }
    }

    @Test("The PIN opens a session whose cookie no script and no other site gets, and which ends when told")
    func session() async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { scene in
            let browser = scene.browser
            let (answer, cookie) = try await logIn(browser)
            #expect(answer.status == 204)
            #expect(answer.head.contains("HttpOnly") && answer.head.contains("SameSite=Strict"))
            let headers = own(browser) + ["Cookie: \(cookie)"]
            #expect(try await browser.ask("/staff/me", headers: headers).body == "{\"name\":\"amina\"}")
            #expect(try await browser.ask("/staff/find?q=Sh%C3%A1h", headers: headers).body.contains("found Sháh"))
            let deed =
                "{\"action\":\"admit\",\"ticket\":\"t\",\"version\":\"v1\",\"why\":\"showed the receipt\"}"
            let done = try await browser.ask("/staff/act", method: "POST", headers: headers, body: deed)
            #expect(done.body == "{\"said\":\"admit t by amina: showed the receipt\"}")
            let refused = try await browser.ask("/staff/explain?ticket=2", headers: headers)
            #expect(refused.status == 409 && refused.body.contains("not on the list"))
            _ = try await browser.ask("/staff/logout", method: "POST", headers: headers)
            #expect(try await browser.ask("/staff/me", headers: headers).status == 401)
        }
    }

    @Test("A sale says who sells, what the rules object to, and which ticket it is; one that lacks a value is none")
    func sale() async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { scene in
            let (_, cookie) = try await logIn(scene.browser)
            let headers = own(scene.browser) + ["Cookie: \(cookie)"]
            let sales = try await scene.browser.ask("/staff/sales", headers: headers).body
            #expect(sales.contains("\"isOffered\":true") && !sales.contains("\"people\":null"))
            func sell(_ why: String, _ accepted: String = "") async throws -> Browser.Answer {
                let body = """
                    {"sale":"1","gate":"north","tier":"VIP","people":2,"name":"","isPaid":true,"why":"\(why)",\
                    "accepted":"\(accepted)"}
                    """
                return try await scene.browser.ask("/staff/sell", method: "POST", headers: headers, body: body)
            }
            let refused = try await sell("")
            #expect(refused.status == 409)
            #expect(refused.body.contains("\"objections\":\"full\"") && refused.body.contains("\"said\":\"Full.\""))
            let done = try await sell("friends", "full")
            #expect(done.body.contains("\"said\":\"2 VIP by amina despite full\""))
            #expect(done.body.contains("\"ticket\":\"t-1\""))
            let half = try await scene.browser.ask(
                "/staff/sell", method: "POST", headers: headers, body: "{\"sale\":\"1\"}")
            #expect(half.status == 400)
        }
    }

    @Test("Staff make the door another gate of the event, every page hears of it, and no gate that is none is taken")
    func gate() async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { scene in
            let (_, cookie) = try await logIn(scene.browser)
            let headers = own(scene.browser) + ["Cookie: \(cookie)"]
            let gates = try await scene.browser.ask("/staff/gates", headers: headers).body
            #expect(gates.contains("\"north\"") && gates.contains("\"exit\""))
            func move(to gate: String) async throws -> Browser.Answer {
                let body = "{\"gate\":\"\(gate)\"}"
                return try await scene.browser.ask("/staff/gate", method: "POST", headers: headers, body: body)
            }
            #expect(try await move(to: "nowhere").status == 409)
            #expect(await scene.board.snapshot.state.gate == "north")
            #expect(try await move(to: "south").body == "{\"said\":\"south by amina\"}")
            #expect(await scene.board.snapshot.state.gate == "south")
        }
    }

    @Test("Behind a proxy that ends TLS staff log in, and their cookies stay on encrypted connections")
    func encrypted() async throws {
        try await Scene.open(Scene.Setup(address: "0.0.0.0:0", staff: Self.room())) { scene in
            func logIn(from origin: String) async throws -> Browser.Answer {
                try await scene.browser.ask(
                    "/staff/login", method: "POST",
                    headers: ["Origin: \(origin)", "Content-Type: application/json"], host: "door.example.org",
                    body: "{\"name\":\"amina\",\"pin\":\"271828\"}")
            }
            let encrypted = try await logIn(from: "https://door.example.org")
            #expect(encrypted.status == 204)
            #expect(encrypted.head.ranges(of: "; Secure").count == 2)
            let plain = try await logIn(from: "http://door.example.org")
            #expect(plain.status == 204 && !plain.head.contains("; Secure"))
            #expect(try await logIn(from: "https://evil.example").status == 403)
            #expect(try await logIn(from: "https://door.example.org.evil.example").status == 403)
        }
    }

    @Test("The key that signed the code goes along when staff open a ticket and act on it")
    func epoch() async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { scene in
            let (_, cookie) = try await logIn(scene.browser)
            let headers = own(scene.browser) + ["Cookie: \(cookie)"]
            let opened = try await scene.browser.ask("/staff/explain?ticket=2&epoch=1", headers: headers)
            #expect(opened.body.contains("list, key 1"))
            let deed = "{\"action\":\"admit\",\"ticket\":\"t\",\"epoch\":1,\"version\":\"v1\",\"why\":\"x\"}"
            let done = try await scene.browser.ask("/staff/act", method: "POST", headers: headers, body: deed)
            #expect(done.body == "{\"said\":\"admit t by amina: x, key 1\"}")
        }
    }

    @Test(
        "Nobody logs in under a name that cannot be read",
        arguments: ["", "a\u{202E}b", String(repeating: "x", count: 41)])
    func names(name: String) async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { (scene) async throws in
            #expect(try await logIn(scene.browser, name: name).0.status == 422)
        }
    }

    @Test("With a session, another site's form still changes nothing, nor does an action that does not exist")
    func forgedRequest() async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { scene in
            let (_, cookie) = try await logIn(scene.browser)
            let deed = "{\"action\":\"admit\",\"ticket\":\"t\",\"version\":\"v1\",\"why\":\"x\"}"
            let foreign = ["Origin: http://evil.example", "Content-Type: application/json", "Cookie: \(cookie)"]
            let answer = try await scene.browser.ask("/staff/act", method: "POST", headers: foreign, body: deed)
            #expect(answer.status == 403)
            let headers = own(scene.browser) + ["Cookie: \(cookie)"]
            let unknown = deed.replacing("admit", with: "shred")
            #expect(
                try await scene.browser.ask("/staff/act", method: "POST", headers: headers, body: unknown).status == 400
            )
        }
    }

    @Test("An act says what the person saw, and where it is refused the answer says which way, for the page")
    func version() async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { scene in
            let (_, cookie) = try await logIn(scene.browser)
            let headers = own(scene.browser) + ["Cookie: \(cookie)"]
            func act(_ members: String) async throws -> Browser.Answer {
                let body = "{\"action\":\"admit\",\"ticket\":\"t\",\(members)}"
                return try await scene.browser.ask("/staff/act", method: "POST", headers: headers, body: body)
            }
            #expect(try await act("\"why\":\"x\"").status == 400)
            #expect(try await act("\"why\":\"x\",\"version\":null").status == 400)
            let stale = try await act("\"why\":\"x\",\"version\":\"v0\"")
            #expect(stale.status == 409 && stale.body.contains("\"type\":\"changed-meanwhile\""))
            let bare = try await act("\"why\":\"\",\"version\":\"v1\"")
            #expect(bare.status == 409 && bare.body.contains("\"type\":\"reason-needed\""))
            let done = try await act("\"why\":\"x\",\"version\":\"v1\"")
            #expect(done.status == 200 && !done.body.contains("type"))
        }
    }

    @Test("Staff see names and explanations as they come")
    func events() async throws {
        try await Scene.open(Scene.Setup(staff: Self.room())) { scene in
            let (_, cookie) = try await logIn(scene.browser)
            try await scene.browser.follow("/staff/events", headers: ["Cookie: \(cookie)"]) { page in
                _ = try await page.next()
                await scene.board.post(.sample("VIP"))
                let data = try await page.next()?.data
                #expect(data?.contains("Aarti Shah") == true && data?.contains("secret") == true)
            }
        }
    }

    @Test("Without a PIN there is no staff page")
    func noPIN() async throws {
        try await Scene.open { (scene) async throws in
            #expect(try await scene.browser.ask("/staff").status == 404)
            #expect(try await scene.browser.ask("/staff.js").status == 404)
        }
    }

    @Test(
        "Where other machines reach the pages, guests' pages need a session too, and there is no display without a PIN")
    func network() async throws {
        try await Scene.open(Scene.Setup(address: "0.0.0.0:0", staff: Self.room())) { scene in
            let browser = scene.browser
            let front = try await browser.ask("/")
            #expect(front.status == 303 && front.head.contains("Location: /staff"))
            for path in ["/events", "/page.json", "/preview.jpg"] {
                #expect(try await browser.ask(path).status == 401, "\(path)")
            }
            for path in ["/staff", "/healthz", "/metrics"] {
                #expect(try await browser.ask(path).status == 200, "\(path)")
            }
            let (_, cookie) = try await logIn(browser)
            #expect(try await browser.ask("/", headers: ["Cookie: \(cookie)"]).status == 200)
        }
        await #expect(throws: DisplayError.openWithoutPIN(address: "0.0.0.0:0")) {
            try await Scene.open(Scene.Setup(address: "0.0.0.0:0")) { _ in }
        }
    }
}
