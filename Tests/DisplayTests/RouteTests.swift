// Every address of the display, in every spelling, without a session.

import HTTPTypes
import Hummingbird
import Logging
import Testing

@testable import DoorDisplay

struct RouteTests {
    /// Takes down what a server adds, so that a new address is tried without anybody thinking of it.
    final class Record: RouterMethods {
        typealias Context = DisplayContext
        private(set) var addresses: [(path: String, method: HTTPRequest.Method)] = []

        func on<Responder: HTTPResponder>(
            _ path: RouterPath,
            method: HTTPRequest.Method,
            responder: Responder
        ) -> Self where Responder.Context == DisplayContext {
            addresses.append((path.description, method))
            return self
        }

        func add(middleware: any MiddlewareProtocol<Request, Response, DisplayContext>) -> Self { self }
    }

    /// What everybody may have, also over the network: no names, nothing that can be done but to log in.
    static let open: Set<String> = [
        "/staff", "/staff.css", "/staff.js", "/queue.js", "/sale.js", "/staff/page.json", "/style.css", "/forms.css",
        "/page.js", "/link.js", "/turns.js",
        "/icon.svg",
        "/staff/login", "/healthz", "/readyz", "/metrics", "/office", "/away.css",
    ]
    /// What everybody on the box's own machine may have besides.
    static let local: Set<String> = ["/", "/guest.css", "/guest.js", "/page.json", "/events", "/preview.jpg"]

    static func addresses() throws -> [(path: String, method: HTTPRequest.Method)] {
        let record = Record()
        let server = DisplayServer(
            options: DisplayOptions(language: PageLanguage(tag: "en") { $0.rawValue }),
            board: DisplayBoard(DoorState(event: "e", gate: "g", hasCamera: false)),
            metrics: DoorMetrics(), preview: nil, staff: StaffTests.room(), now: { 0 }, logger: Logger(label: "test")
        )
        server.addRoutes(to: record)
        return record.addresses
    }

    /// Ways to write an address that a router, a proxy or a check may take for the same.
    static func spellings(of path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        let first = parts.first ?? ""
        let encoded = first.utf8.first.map { "%" + String($0, radix: 16) + first.dropFirst() } ?? ""
        let rest = parts.dropFirst().map { "/" + $0 }.joined()
        return [
            path, "/" + path, "//" + path, path + "/", path + "//", path + "?q=a", "/" + path + "?q=a&ticket=1",
            path.replacing("/", with: "//"), "/." + path, "/x/.." + path, "/staff/login/.." + path,
            "/staff/login/" + path, "/healthz/.." + path, "/\(encoded)\(rest)", path.replacing("/", with: "/%2F"),
            "/" + path.dropFirst().replacing("/", with: "%2f"), path.uppercased(), path + "%00", path + ";a=b",
            path + "/.", path + "#x", "http://127.0.0.1" + path, "http://127.0.0.1/" + path, String(path.dropFirst()),
            "/\\" + path.dropFirst(), "/ " + path.dropFirst(),
        ]
    }

    @Test(
        "Without a session no spelling of any address behind the staff page answers, whatever the method",
        .timeLimit(.minutes(30)), arguments: ["127.0.0.1:0", "0.0.0.0:0"]
    )
    func locked(address: String) async throws {
        let open = address.hasPrefix("127") ? Self.open.union(Self.local) : Self.open
        let guarded = try Self.addresses().filter { !open.contains($0.path) }
        #expect(guarded.count >= 9)
        try await Scene.open(Scene.Setup(address: address, staff: StaffTests.room())) { scene in
            let headers = StaffTests().own(scene.browser) + ["Cookie: \(StaffSessions.cookie)=guess"]
            let body = #"{"action":"admit","ticket":"t","why":"x","gate":"south","message":"7"}"#
            for (path, method) in guarded {
                for spelling in Self.spellings(of: path) {
                    for method in Set([method.rawValue, "GET", "HEAD", "POST", "OPTIONS", "PUT"]) {
                        let answer = try await scene.browser.ask(
                            spelling, method: method, headers: headers, body: method == "GET" ? "" : body)
                        #expect(!(200..<300).contains(answer.status), "\(method) \(spelling)")
                        #expect(!answer.body.contains("holder") && !answer.body.contains("said"), "\(spelling)")
                    }
                }
            }
            #expect(await scene.board.snapshot.state.gate == "north")
        }
    }

    @Test("With a session the same addresses answer, so that what is refused above is there")
    func reachable() async throws {
        try await Scene.open(Scene.Setup(staff: StaffTests.room())) { scene in
            let (_, cookie) = try await StaffTests().logIn(scene.browser)
            let headers = StaffTests().own(scene.browser) + ["Cookie: \(cookie)"]
            for path in ["/staff/me", "//staff/find?q=a", "/staff/gates/"] {
                #expect(try await scene.browser.ask(path, headers: headers).status == 200, "\(path)")
            }
        }
    }
}
