// The end, with browsers that do not let go.

import Glibc
import NIOCore
import Testing

@testable import DoorDisplay

struct FarewellTests {
    /// Asks for far more than a connection's buffers hold, and reads none of it.
    final class StuckBrowser: Sendable {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

        deinit { close(socket) }

        /// Connects, and says nothing.
        func visit(_ port: Int) {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            let length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
            }
            #expect(result == 0)
        }

        func ask(for path: String, times: Int, at port: Int) {
            visit(port)
            let request = "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n"
            let requests = Array(String(repeating: request, count: times).utf8)
            #expect(send(socket, requests, requests.count, 0) == requests.count)
        }

        /// Bytes that came and were not read.
        var waiting: Int32 {
            var count: Int32 = 0
            _ = ioctl(socket, UInt(FIONREAD), &count)
            return count
        }
    }

    @Test("Connections that say nothing are closed, and do not keep the page from others", .timeLimit(.minutes(1)))
    func silence() async throws {
        try await Scene.open(Scene.Setup(patience: .seconds(1), mostConnections: 8)) { scene in
            let silent = (0..<12).map { _ in StuckBrowser() }
            for browser in silent { browser.visit(scene.browser.port) }
            // On a busy machine a browser of ours may itself be too slow once.
            while (try? await scene.browser.ask("/"))?.status != 200 { try Task.checkCancellation() }
            // A page that is followed says nothing either, and stays.
            while true {
                let names = try? await scene.browser.follow { events in
                    var names: [String?] = []
                    while names.last != "pulse" { names.append(try await events.nextOfAnyKind()?.name) }
                    return names
                }
                try Task.checkCancellation()
                guard let names else { continue }
                #expect(!names.contains(nil))
                return
            }
        }
    }

    @Test("A browser that reads nothing of what it asked for does not hold up the end", .timeLimit(.minutes(1)))
    func stuckBrowser() async throws {
        let browser = StuckBrowser()
        try await Scene.open { scene in
            browser.ask(for: "/guest.js", times: 3000, at: scene.browser.port)
            while browser.waiting == 0 { await Task.yield() }
        }
        #expect(browser.waiting > 0)
    }
}
