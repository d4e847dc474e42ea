// Strangers before the hub: every address in every spelling, many connections, bodies that never end.

import Glibc
import HTTPSupport
import HTTPTypes
import Hummingbird
import Ledger
import Logging
import NIOCore
import Sync
import TestSupport
import Testing
import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

struct StrangerTests {
    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    /// Takes down what a server adds, so that a new address is tried without anybody thinking of it.
    final class Record: RouterMethods {
        typealias Context = HubContext
        private(set) var addresses: [(path: String, method: HTTPRequest.Method)] = []

        func on<Responder: HTTPResponder>(
            _ path: RouterPath,
            method: HTTPRequest.Method,
            responder: Responder
        ) -> Self where Responder.Context == HubContext {
            addresses.append((path.description, method))
            return self
        }

        func add(middleware: any MiddlewareProtocol<Request, Response, HubContext>) -> Self { self }
    }

    /// What everybody may have: no names, nothing that can be done but to log in or to join, and the office's port.
    /// Metrics have readers of their own.
    private static let open: [(path: String, method: HTTPRequest.Method)] =
        ["/healthz", "/readyz", "/metrics", "/openapi.json", "/office"].map { ($0, .get) }
        + OrganiserFile.paths.map { ($0, .get) }
        + [("/organiser/login", .post), ("/v1/boxes", .post)]

    private static func spellings(of path: String) -> [String] {
        let path = path.replacing("{ticket}", with: "\(TicketID.random())").replacing("{number}", with: "1")
            .replacing("{event}", with: "\(EventID.random())").replacing("{table}", with: "tickets")
        return [
            path, "/" + path, path + "/", path.replacing("/", with: "//"), path + "?q=a", "/." + path,
            "/organiser/login/.." + path, "/organiser/login" + path, "/healthz/.." + path, path.uppercased(),
            "/%6f" + path.dropFirst(2), "/%76" + path.dropFirst(2), path + "%00", path + "/.",
        ]
    }

    @Test(
        "No spelling of an address for boxes or for the organiser answers a stranger, whatever the method",
        .timeLimit(.minutes(30)))
    func locked() async throws {
        try await withTemporaryFolder { folder in
            let ledger = try Ledger(creating: folder + "/ledger.sqlite", boxName: "hub")
            let key = try await ledger.testKey
            let organiser = { @Sendable (service: HubService) async throws -> OrganiserDashboard? in
                try OrganiserDashboard(service: service, ledger: ledger, key: key, logger: Self.silent)
            }
            try await ServedHub.serve(organiser: organiser) { hub in
                let record = Record()
                HubServer(
                    service: hub.service, key: hub.key, address: ListeningAddress.standard.with(port: 0),
                    organiser: try await organiser(hub.service),
                    logger: Self.silent
                ).addRoutes(to: record)
                let guarded = record.addresses.filter { address in
                    !Self.open.contains { $0.path == address.path && $0.method == address.method }
                }
                #expect(guarded.count >= 12)
                let visitor = Visitor()
                let headers = [
                    (name: "Origin", value: hub.address.url), ("Cookie", "\(OrganiserSessions.cookie)=guess"),
                ]
                for (path, method) in guarded {
                    for spelling in Self.spellings(of: path) {
                        let body = method == .get ? [] : Array("{}".utf8)
                        let status = try await visitor.ask(hub.address, method.rawValue, spelling, headers, body).status
                        #expect(!(200..<300).contains(status), "\(method) \(spelling)")
                    }
                    let plain = try await visitor.ask(
                        hub.address, method.rawValue, Self.spellings(of: path)[0], headers,
                        method == .get ? [] : Array("{}".utf8))
                    #expect(plain.status == 401, "\(method) \(path)")
                }
            }
        }
    }

    @Test("Idle connections of one machine do not keep this machine and other machines out", .timeLimit(.minutes(30)))
    func flood() async throws {
        let limits = ConnectionLimits(total: 64, perAddress: 32, reserved: 8)
        try await ServedHub.serve(timeout: ConnectionTimeouts(idle: .hours(1)), limits: limits) { hub in
            let port = try #require(hub.address.url.split(separator: ":").last.flatMap { UInt16($0) })
            let idle = (0..<100).map { _ in connection(to: port, from: "127.0.0.2") }
            defer { for socket in idle { close(socket) } }
            for _ in 0..<10 {
                let status = try await Visitor().ask(hub.address, "GET", "/healthz", []).status
                #expect(status == 200)
            }
        }
    }

    @Test("A stranger whose time is as early or as late as can be said is refused, and the hub goes on")
    func absurdTime() async throws {
        try await ServedHub.serve { hub in
            for header in [SignatureHeader.time, SignatureHeader.clock] {
                for time in [Int64.min, .max] {
                    var headers = [
                        (SignatureHeader.box, "\(BoxID.random())"), (SignatureHeader.time, "\(hub.clock.now)"),
                        (SignatureHeader.nonce, RecordBytes([UInt8](repeating: 1, count: 16)).base64url),
                        (SignatureHeader.signature, RecordBytes([UInt8](repeating: 1, count: 64)).base64url),
                    ]
                    headers.removeAll { $0.0 == header }
                    headers.append((header, "\(time)"))
                    let answer = try await Visitor().ask(hub.address, "GET", "/v1/have", headers)
                    #expect(answer.status == 401)
                }
            }
            #expect(try await Visitor().ask(hub.address, "GET", "/healthz", []).status == 200)
        }
    }

    @Test("A body in the name of no box is refused before it is sent", .timeLimit(.minutes(30)))
    func unknownSender() async throws {
        try await ServedHub.serve(timeout: ConnectionTimeouts(idle: .hours(1), grace: .hours(1))) { hub in
            let port = try #require(hub.address.url.split(separator: ":").last.flatMap { UInt16($0) })
            let socket = connection(to: port, from: "127.0.0.1")
            defer { close(socket) }
            let head = [
                "POST /v1/records HTTP/1.1", "Host: localhost", "Content-Length: 4000000",
                "\(SignatureHeader.box): \(BoxID.random())", "\(SignatureHeader.time): \(hub.clock.now)",
                "\(SignatureHeader.nonce): \(RecordBytes([UInt8](repeating: 1, count: 16)).base64url)",
                "\(SignatureHeader.signature): \(RecordBytes([UInt8](repeating: 1, count: 64)).base64url)",
            ]
            let bytes = Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8)
            #expect(send(socket, bytes, bytes.count, 0) == bytes.count)
            var answer = [UInt8](repeating: 0, count: 4096)
            var count = -1
            while count < 0 {
                count = recv(socket, &answer, answer.count, Int32(MSG_DONTWAIT))
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(String(decoding: answer.prefix(max(count, 0)), as: UTF8.self).hasPrefix("HTTP/1.1 401"))
        }
    }

    @Test("A body that comes byte by byte ends its connection", .timeLimit(.minutes(30)))
    func slowBody() async throws {
        let timeout = ConnectionTimeouts(idle: .hours(1), grace: .milliseconds(200))
        try await ServedHub.serve(timeout: timeout) { hub in
            let port = try #require(hub.address.url.split(separator: ":").last.flatMap { UInt16($0) })
            let socket = connection(to: port, from: "127.0.0.1")
            defer { close(socket) }
            let head = Array("POST /v1/boxes HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n".utf8)
            _ = send(socket, head, head.count, 0)
            var byte: UInt8 = 32
            while recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) < 0, errno == EAGAIN {
                byte = 32
                _ = send(socket, &byte, 1, Int32(MSG_NOSIGNAL))
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    @Test("However many wrong codes strangers try, a box with the right one joins", .timeLimit(.minutes(30)))
    func joining() async throws {
        try await ServedHub.serve { hub in
            // Until the limit says no: on a busy machine some tries are forgotten meanwhile.
            var statuses: [Int] = []
            while statuses.last != 429 {
                let guess = hub.invitation(EnrolmentCode())
                let key = try BoxKey()
                let error = await thrown { try await hub.join(guess, as: key.box, key: key) }
                guard case .refused(_, let status, _, _)? = error as? HubClientError else { continue }
                statuses.append(status)
            }
            #expect(statuses.count > 1 && statuses.dropLast().allSatisfy { $0 == 403 })
            _ = try await hub.box("North gate")
        }
    }

    @Test("One who knows a box's name does not use up what is read for that box from elsewhere")
    func bodies() {
        let budget = ConcurrentBodyLimit()
        let box = BoxID.random()
        let (near, far) = (
            ConcurrentBodyLimit.Reader(box: box, network: "a"), ConcurrentBodyLimit.Reader(box: box, network: "b")
        )
        for _ in 0..<ConcurrentBodyLimit.most { #expect(budget.begin(near)) }
        #expect(!budget.begin(near) && budget.begin(far))
        budget.end(near)
        #expect(budget.begin(near))
    }

    /// A connected socket whose own address was chosen.
    private func connection(to port: UInt16, from source: String) -> Int32 {
        func address(_ text: String, _ port: UInt16) -> sockaddr_in {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr(text)
            return address
        }
        let made = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var (here, there) = (address(source, 0), address("127.0.0.1", port))
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &here) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(made, $0, length) == 0 }
        }
        let isConnected = withUnsafePointer(to: &there) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(made, $0, length) == 0 }
        }
        #expect(isBound && isConnected)
        return made
    }
}
