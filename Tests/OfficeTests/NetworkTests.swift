// An office that other devices reach.

import Accounts
import DoorInstallation
import Foundation
import Glibc
import HTTPTypes
import HummingbirdCore
import NIOCore
import Testing

@testable import Office

struct NetworkTests {
    /// An address of this machine that is no loopback one; `nil` without a network.
    private static let address: String? = {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        for entry in sequence(first: list, next: { $0?.pointee.ifa_next }).prefix(while: { $0 != nil }) {
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                continue
            }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, length, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if !host.hasPrefix("127.") { return host }
        }
        return nil
    }()

    @Test(
        "From another address an account opens the office, and the link does not, whoever has it",
        .enabled(if: address != nil))
    func link() async throws {
        let address = try #require(Self.address)
        try await RunningOffice.open(certificateFor: ["127.0.0.1", address]) { office in
            var elsewhere = try await office.person("Amina", "desk")
            elsewhere.host = address
            elsewhere.cookie = nil
            #expect(try await elsewhere.get("/office/entrance").object["link"] as? Bool == false)
            #expect(try await office.get("/office/entrance").object["link"] as? Bool == true)
            let link = try await elsewhere.post("/office/session", ["code": RunningOffice.code])
            #expect(link.status == 401 && link.headers["set-cookie"] == nil)
            let amina = try await elsewhere.visitor("Amina")
            #expect(try await amina.get("/office/state").status == 200)
        }
    }

    @Test(
        "A code that was not used yet opens nothing from another address, and is not spent there",
        .enabled(if: address != nil))
    func unusedLink() async throws {
        let address = try #require(Self.address)
        try await RunningOffice.open(isLoggedIn: false, certificateFor: ["127.0.0.1", address]) { office in
            var elsewhere = office.anotherVisitor()
            elsewhere.host = address
            let refused = try await elsewhere.post("/office/session", ["code": RunningOffice.code])
            #expect(refused.status == 401)
            #expect(try await office.logIn() != nil)
        }
    }

    @Test("Over TLS the office has its certificate's names, its cookies stay on TLS, and pages without TLS do nothing")
    func names() async throws {
        try await RunningOffice.open(certificateFor: ["127.0.0.1", "office.test", "*.venue.test"]) { office in
            #expect(office.cookie?.hasPrefix("__Host-") == true)
            _ = try await office.person("Amina", "desk")
            var stranger = office.anotherVisitor()
            stranger.cookie = nil
            let answer = try await stranger.logIn("Amina", RunningOffice.password)
            #expect(answer.headers["set-cookie"]?.contains("Secure") == true)
            for (host, status) in [
                ("office.test", 200), ("OFFICE.test", 200), ("box-1.venue.test", 200), ("localhost", 200),
                ("venue.test", 421), ("a.b.venue.test", 421), ("office.test.example.org", 421), ("192.0.2.77", 421),
                ("", 421),
            ] {
                let answer = try await office.get("/office/state", headers: [("Host", "\(host):\(office.port)")])
                #expect(answer.status == status, "\(host): \(answer.said)")
            }
            let plain = office.origin.replacing("https:", with: "http:")
            for origin in [plain, "https://office.test:\(office.port)", "null"] {
                let headers = [("Origin", origin), ("Content-Type", "application/json")]
                #expect(try await office.send("POST", "/office/logout", headers: headers).status == 403, "\(origin)")
            }
            #expect(try await office.get("/office/state").status == 200)
        }
    }

    /// What a connection gets of a response.
    private struct Connection: ResponseBodyWriter {
        mutating func write(_ buffer: ByteBuffer) {}
        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }

    @Test("A download or a stream that is running ends when its account is removed")
    func streams() async throws {
        try await RunningOffice.open(isLoggedIn: false) { office in
            let accounts = OfficeAccounts(in: KeyFolder(path: office.keysPath))
            let name = try AccountName("Amina")
            try await accounts.add(name, as: .organiser, password: Password(RunningOffice.password))
            let sessions = OfficeSessions(code: "code", user: "ines", accounts: accounts)
            let attempt = LogInGuard.Attempt(
                name: name, password: RunningOffice.password, network: "here", browser: nil)
            guard case .opened(_, let secret, _) = try await sessions.open(attempt) else {
                Issue.record("no session")
                return
            }
            var writer = SessionWriter(writer: Connection(), sessions: sessions, secret: secret) { _ in }
            try await writer.write(ByteBuffer(string: "a guest"))
            try await accounts.remove(name)
            await #expect(throws: CancellationError.self) { try await writer.write(ByteBuffer(string: "another")) }
        }
    }

    @Test("Who is at this machine is told by the address of the connection, in either form of it")
    func loopback() throws {
        for (address, isLocal) in [
            ("127.0.0.1", true), ("127.3.2.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.0.2.1", false),
            ("::ffff:192.0.2.1", false), ("fe80::1", false), ("2001:db8::127", false),
        ] {
            #expect(PeerUser.isLocal(try SocketAddress(ipAddress: address, port: 1)) == isLocal, "\(address)")
        }
        #expect(!PeerUser.isLocal(nil) && !PeerUser.isPermitted(nil, environment: [:]))
        // Nobody on this machine has this connection.
        #expect(!PeerUser.isPermitted(try SocketAddress(ipAddress: "127.0.0.1", port: 1), environment: [:]))
    }
}
