// What systemd hears, at a real socket.

import Admission
import Glibc
import Ledger
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestSupport
import Testing

@testable import DoorDaemon
@testable import DoorOutput

@Suite(.timeLimit(.minutes(30))) struct ServiceManagerTests {
    /// Takes datagrams as systemd does.
    final class Listener: Sendable {
        let socket: Int32

        /// - Parameter path: A path; `@` stands for the NUL of the abstract name space.
        init(_ path: String) {
            socket = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = path.utf8.map { $0 == UInt8(ascii: "@") ? 0 : $0 }
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
            let length = socklen_t(2 + bytes.count)
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
            }
            #expect(result == 0)
        }

        deinit { close(socket) }

        /// The next message; nil where none is there.
        func next() -> String? {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(socket, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
        }

        /// Waits for a message.
        func wait(for text: String) async {
            while next() != text { await Task.yield() }
        }
    }

    @Test("Messages reach a socket at a path and one in the abstract name space")
    func addresses() throws {
        try withTemporaryFolder { folder in
            for path in [folder + "/notify", "@" + folder] {
                let listener = Listener(path)
                let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": path]))
                manager.tell("READY=1", "STATUS=open")
                #expect(listener.next() == "READY=1\nSTATUS=open")
            }
        }
    }

    @Test("Without systemd, or with an address that is none, nobody is told", arguments: [nil, "", "x", "vsock:2:3"])
    func nobody(address: String?) {
        #expect(ServiceManager(environment: address.map { ["NOTIFY_SOCKET": $0] } ?? [:]) == nil)
        let long = "/" + String(repeating: "a", count: 200)
        #expect(ServiceManager(environment: ["NOTIFY_SOCKET": long]) == nil)
        ServiceManager(environment: ["NOTIFY_SOCKET": "/nonexistent/notify"])?.tell("READY=1")
    }

    @Test("The watchdog's interval is systemd's, and nobody else's process")
    func interval() {
        func interval(_ more: [String: String]) -> Duration? {
            ServiceManager(environment: more.merging(["NOTIFY_SOCKET": "/x"]) { $1 })?.watchdogInterval
        }
        #expect(interval(["WATCHDOG_USEC": "20000000"]) == .seconds(20))
        #expect(interval(["WATCHDOG_USEC": "20000000", "WATCHDOG_PID": String(getpid())]) == .seconds(20))
        #expect(interval(["WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"]) == nil)
        for wrong in ["0", "-1", "x", ""] { #expect(interval(["WATCHDOG_USEC": wrong]) == nil) }
        #expect(interval([:]) == nil)
    }

    @Test("systemd hears that the door is open, what it waits for, and at once that it closes")
    func report() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/notify"
            let listener = Listener(path)
            let board = EventBus()
            let report = ServiceManagerReport(
                manager: try #require(ServiceManager(environment: ["NOTIFY_SOCKET": path])),
                news: await board.subscribe(.unbounded),
                signs: Watchdog()
            )
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await report.run() }
                    await board.post(.opened)
                    await listener.wait(for: "READY=1")
                    await listener.wait(for: "STATUS=open, 0 codes judged")
                    await board.post(.cameraLost(name: "/dev/video0", reason: "no camera"))
                    await listener.wait(for: "STATUS=open, 0 codes judged, waiting for /dev/video0")
                    await board.post(.cameraReady(name: "/dev/video0", setting: "large"))
                    await listener.wait(for: "STATUS=open, 0 codes judged")
                    await board.post(.undecided(reason: "the disk is full", source: "/dev/video0"))
                    await listener.wait(for: "STATUS=open, 0 codes judged, cannot record")
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
            #expect(listener.next() == "STOPPING=1\nSTATUS=closing")
        }
    }

    @Test("The watchdog is fed while the door turns or waits, and not while it hangs")
    func watchdog() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/notify"
            let listener = Listener(path)
            let environment = ["NOTIFY_SOCKET": path, "WATCHDOG_USEC": "20000"]
            let signs = Watchdog()
            let report = ServiceManagerReport(
                manager: try #require(ServiceManager(environment: environment)),
                news: await EventBus().subscribe(.unbounded),
                signs: signs
            )
            try await testGracefulShutdown { trigger in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await report.run() }
                    await listener.wait(for: "WATCHDOG=1")
                    await listener.wait(for: "WATCHDOG=1")
                    signs.turn("decoding")
                    while signs.areWell(within: .milliseconds(10)) { await Task.yield() }
                    while listener.next() != nil {}
                    // One that was on its way may still come.
                    var late = 0
                    let quiet = ContinuousClock.now + .milliseconds(200)
                    while ContinuousClock.now < quiet {
                        if listener.next() != nil { late += 1 }
                        await Task.yield()
                    }
                    #expect(late <= 1)
                    signs.rest("decoding")
                    await listener.wait(for: "WATCHDOG=1")
                    trigger.triggerGracefulShutdown()
                    try await group.waitForAll()
                }
            }
        }
    }
}
