// Strangers who hold connections.

import NIOCore
import Testing

@testable import DoorDisplay
@testable import HTTPSupport

struct ConnectionTests {
    /// Nothing is closed for its silence while a test lasts.
    static let patient = ConnectionTimeouts(idle: .hours(1), grace: .hours(1))

    @Test(
        "Too many idle connections of one machine keep neither the box's screen nor another machine out",
        .timeLimit(.minutes(30)))
    func flood() async throws {
        // A quarter of a door's limits: Foundation's processes in other tests want descriptors with small numbers.
        let limits = ConnectionLimits(total: 64, perAddress: 16, reserved: 8)
        try await Scene.open(Scene.Setup(timeout: Self.patient, limits: limits)) { scene in
            let port = scene.browser.port
            let silent = (0..<75).map { _ in StuckBrowser() }
            for browser in silent { browser.visit(port, from: "127.0.0.2") }
            for _ in 0..<20 { #expect(try await scene.browser.ask("/healthz").status == 200) }
            // Those that were too many are closed, the others may stay.
            try await until { silent.count { !$0.isClosed } <= 16 }
            let other = StuckBrowser()
            other.visit(port, from: "127.0.0.3")
            other.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            try await until { other.waiting > 0 }
        }
    }

    @Test(
        "Strangers of many addresses, busy and idle, leave the box's screen its connections", .timeLimit(.minutes(30)))
    func manyAddresses() async throws {
        let limits = ConnectionLimits(total: 24, perAddress: 4, reserved: 8)
        try await Scene.open(Scene.Setup(timeout: Self.patient, limits: limits)) { scene in
            let browsers = (2..<42).map { _ in StuckBrowser() }
            for (number, browser) in browsers.enumerated() {
                browser.visit(scene.browser.port, from: "127.0.0.\(number / 4 + 2)")
                // A request whose body never comes makes no room for anybody.
                browser.say("POST /staff/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
            }
            for _ in 0..<20 { #expect(try await scene.browser.ask("/healthz").status == 200) }
            try await until { browsers.count { !$0.isClosed } <= 16 }
            #expect(browsers.count { !$0.isClosed } == 16)
        }
    }

    @Test("One who opens too many connections loses the oldest of his own that waits", .timeLimit(.minutes(30)))
    func oldest() async throws {
        let limits = ConnectionLimits(total: 24, perAddress: 2, reserved: 8)
        try await Scene.open(Scene.Setup(timeout: Self.patient, limits: limits)) { scene in
            let browsers = (0..<3).map { _ in StuckBrowser() }
            for browser in browsers {
                browser.visit(scene.browser.port, from: "127.0.0.2")
                browser.say("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                try await until { browser.waiting > 0 }
            }
            try await until { browsers[0].isHungUp }
            #expect(!browsers[1].isHungUp && !browsers[2].isHungUp)
        }
    }

    @Test("A body that comes byte by byte ends its connection", .timeLimit(.minutes(30)))
    func slowBody() async throws {
        let timeout = ConnectionTimeouts(idle: .hours(1), grace: .milliseconds(200))
        try await Scene.open(Scene.Setup(staff: StaffTests.room(), timeout: timeout)) { scene in
            for path in ["/staff/login", "/healthz"] {
                let browser = StuckBrowser()
                browser.visit(scene.browser.port)
                browser.say("POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n")
                while !browser.isClosed {
                    browser.say("x")
                    try await Task.sleep(for: .milliseconds(20))
                }
            }
        }
    }

    @Test("A head that comes line by line ends its connection", .timeLimit(.minutes(30)))
    func slowHead() async throws {
        let timeout = ConnectionTimeouts(idle: .milliseconds(200), grace: .hours(1))
        try await Scene.open(Scene.Setup(timeout: timeout)) { scene in
            let browser = StuckBrowser()
            browser.visit(scene.browser.port)
            browser.say("GET / HTTP/1.1\r\n")
            while !browser.isClosed {
                browser.say("X-Slow: 1\r\n")
                try await Task.sleep(for: .milliseconds(20))
            }
        }
    }

    // Of few requests the server reads all before its answers stop, of many it leaves some.
    @Test("An answer that nobody reads ends its connection", .timeLimit(.minutes(30)), arguments: [1000, 3000])
    func unreadAnswer(times: Int) async throws {
        let timeout = ConnectionTimeouts(idle: .hours(1), grace: .milliseconds(100))
        try await Scene.open(Scene.Setup(timeout: timeout, limits: StuckBrowser.limits(for: times))) { scene in
            let browser = StuckBrowser()
            browser.ask(for: "/guest.js", times: times, at: scene.browser.port)
            try await until { browser.isHungUp }
        }
    }

    @Test(
        "Some requests may be sent before the first is answered, and a connection that sends many is closed",
        .timeLimit(.minutes(30)))
    func pipelining() async throws {
        try await Scene.open(Scene.Setup(timeout: Self.patient)) { scene in
            let patient = StuckBrowser()
            patient.ask(for: "/healthz", times: 16, at: scene.browser.port)
            var answers = ""
            try await until {
                answers += patient.read()
                return answers.split(separator: "HTTP/1.1 200").count == 16
            }
            #expect(!patient.isHungUp)
            let hasty = StuckBrowser()
            hasty.visit(scene.browser.port)
            // The connection may end while this is being sent.
            hasty.say(String(repeating: "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 2000))
            try await until { hasty.isHungUp }
            #expect(try await scene.browser.ask("/healthz").status == 200)
        }
    }

    @Test("A page is followed for longer than any request may take", .timeLimit(.minutes(30)))
    func stream() async throws {
        let timeout = ConnectionTimeouts(idle: .hours(1), grace: .milliseconds(500))
        try await Scene.open(Scene.Setup(timeout: timeout)) { scene in
            try await scene.browser.follow { (page) async throws in
                // Pulses are two seconds apart.
                for _ in 0..<2 { _ = try #require(try await page.nextOfAnyKind()) }
            }
        }
    }

    @Test("An address of IPv6 counts by its first half, one of IPv4 by itself, however it is written")
    func addresses() throws {
        func peer(_ text: String) throws -> PeerAddress {
            try #require(PeerAddress(try SocketAddress(ipAddress: text, port: 1)))
        }
        #expect(try peer("2001:db8:1:2:3::1") == peer("2001:db8:1:2::9"))
        #expect(try peer("2001:db8:1:2::1") != peer("2001:db8:1:3::1"))
        #expect(try peer("::ffff:10.0.0.1") == peer("10.0.0.1"))
        #expect(try peer("10.0.0.1") != peer("10.0.0.2"))
        for text in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] { #expect(try peer(text).isThisMachine, "\(text)") }
        for text in ["127.0.0.2", "10.0.0.1", "::2"] { #expect(try !peer(text).isThisMachine, "\(text)") }
        #expect(try PeerAddress(SocketAddress(unixDomainSocketPath: "/tmp/x")) == nil)
    }

    @Test("A network has the addresses that begin with its bits, and no others")
    func networks() throws {
        func has(_ block: String, _ address: String) throws -> Bool {
            try #require(AddressBlock(text: block)).contains(try #require(PeerAddress(text: address)))
        }
        for (block, inside, outside) in [
            ("10.42.0.0/16", "10.42.255.255", "10.43.0.0"), ("10.0.0.7", "10.0.0.7", "10.0.0.6"),
            ("10.0.0.128/25", "10.0.0.200", "10.0.0.127"), ("10.0.0.6/31", "10.0.0.7", "10.0.0.8"),
            ("127.0.0.1", "::1", "::2"), ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"),
            ("2001:db8::1/128", "2001:db8::2", "2001:db8:0:1::"), ("0.0.0.0/0", "203.0.113.9", "2001:db8::1"),
        ] {
            #expect(try has(block, inside), "\(block)")
            #expect(try !has(block, outside), "\(block)")
        }
        for text in [
            "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/+8", "10.0.0.0/8/8", "10.0.0/8",
            "::/129",
            "::ffff:10.0.0.0/104", "::1/64", "10.0.0.0/0008", "10.0.0.0/８", "host/8",
        ] {
            #expect(AddressBlock(text: text) == nil, "\(text)")
        }
    }

    @Test("Where a process may open few files, connections leave it enough")
    func descriptors() {
        let few = ConnectionLimits(total: 1024, perAddress: 256, reserved: 64, descriptors: 768)
        #expect(few.total == 512 && few.perAddress == 128 && few.reserved == 32)
        let least = ConnectionLimits(total: 1024, perAddress: 4, reserved: 64, descriptors: 16)
        #expect(least.total == 8 && least.perAddress == 1 && least.reserved == 0)
        let many = ConnectionLimits(total: 1024, perAddress: 256, reserved: 64, descriptors: 65536)
        #expect(many.total == 1024 && many.perAddress == 256 && many.reserved == 64)
    }
}
