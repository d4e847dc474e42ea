// The way from the hub to the office of the same machine.

import Accounts
import BlockingCalls
import FoundationEssentials
import HTTPClient
import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import TestSupport
import Testing

@testable import Hub
@testable import HubClient

struct OfficeLinkTests {
    private static let open = OfficePlace(port: 8470, isOpen: true, names: ["box.local", "192.0.2.7", "127.0.0.1"])

    /// Asks on a thread of its own.
    private actor Browser {
        private let queue = BlockingQueue(label: "browser")

        nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

        func ask(_ url: String, host: String, session: String? = nil, _ method: String = "GET") throws
            -> TransferResponse
        {
            let cookie = session.map { [(name: "Cookie", value: "\(OrganiserSessions.cookie)=\($0)")] } ?? []
            return try HTTPTransfer().send(
                TransferRequest(method, url, headers: [(name: "Host", value: host)] + cookie, bodyLimit: 1 << 20),
                by: .now + .seconds(600)
            ) { Task.isCancelled }
        }
    }

    @Test("The hub leads to an office of its machine by a name that the office answers to, and otherwise says why not")
    func way() async throws {
        let place = Mutex<OfficePlace?>(Self.open)
        try await AccountScene.serve(office: { place.withLock { $0 } }) { scene in
            let (browser, url) = (Browser(), scene.hub.address.url + "/office")
            let viewer = try await scene.session(.viewer)
            for session in [nil, viewer] {
                for (host, way) in [
                    ("box.local:8490", "https://box.local:8470/"), ("127.0.0.1", "https://127.0.0.1:8470/"),
                    ("evil.example", nil), ("box.local@evil.example", nil),
                ] {
                    let answer = try await browser.ask(url, host: host, session: session)
                    #expect(answer.headers["location"] == way, "\(host)")
                    #expect(answer.status == (way == nil ? 404 : 303), "\(host)")
                    #expect(answer.headers["cache-control"] == "no-store")
                }
            }
            #expect(try await browser.ask(url, host: "box.local", "POST").headers["allow"] == "GET")
            place.withLock { $0 = nil }
            let none = try await browser.ask(url, host: "box.local")
            let text = String(decoding: none.body, as: UTF8.self)
            #expect(none.status == 404 && text.contains("doorcheck-office"), "\(text)")
            place.withLock { $0 = OfficePlace(port: 9000, isOpen: false, names: ["127.0.0.1", "localhost"]) }
            let here = try await browser.ask(url, host: "localhost:8490")
            #expect(here.headers["location"] == "http://localhost:9000/")
        }
    }

    @Test("Only who has a session is led to the address of the hub's machine, not strangers")
    func strangers() throws {
        let head = HTTPRequest(method: .get, scheme: "http", authority: "hub.example.org", path: "/office")
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let peer = try #require(PeerAddress(text: "198.51.100.1"))
        for hasSession in [false, true] {
            let way = Self.open.redirect(for: request, from: peer, at: "192.0.2.7", hasSession: hasSession)
            #expect(way?.headers[.location] == (hasSession ? "https://192.0.2.7:8470/" : nil))
            // An office for this machine alone is nowhere for other devices.
            let local = OfficePlace(port: 9000, isOpen: false, names: ["127.0.0.1", "192.0.2.7", "hub.example.org"])
            #expect(local.redirect(for: request, from: peer, at: "192.0.2.7", hasSession: hasSession) == nil)
        }
    }

    private struct Page: Decodable {
        let office: Bool
        let version: String
    }

    @Test("The organiser's page has a link to the office exactly while /office leads somewhere")
    func link() async throws {
        let place = Mutex<OfficePlace?>(nil)
        try await AccountScene.serve(office: { place.withLock { $0 } }) { scene in
            let (browser, session) = (Browser(), try await scene.session(.viewer))
            let url = scene.hub.address.url + "/organiser/state"
            func page(_ host: String) async throws -> Page {
                let answer = try await browser.ask(url, host: host, session: session)
                return try JSONDecoder().decode(Page.self, from: Data(answer.body))
            }
            #expect(try await !page("box.local").office)
            place.withLock { $0 = Self.open }
            #expect(try await page("box.local").office)
            #expect(try await !page("evil.example").office)
            // A page that has the state of before hears of it.
            try await eventually {
                let with = try await page("box.local").version
                place.withLock { $0 = nil }
                let without = try await browser.ask(url + "?version=\(with)", host: "box.local", session: session)
                place.withLock { $0 = Self.open }
                let same = try await browser.ask(url + "?version=\(with)", host: "box.local", session: session)
                #expect(without.status == 200)
                return same.status == 204
            }
        }
    }
}
