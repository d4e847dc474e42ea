// A browser that does not do its part, as a bare socket.

import Glibc
import HTTPSupport
import Testing

/// One connection that says only what it is told to say, and reads nothing by itself.
final class StuckBrowser: Sendable {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)

    deinit { close(socket) }

    /// Connects, and says nothing.
    func visit(_ port: Int, from source: String = "127.0.0.1") {
        var (here, there) = (Self.address(source, 0), Self.address("127.0.0.1", port))
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafePointer(to: &here) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, length) }
        }
        let result = withUnsafePointer(to: &there) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
        }
        #expect(bound == 0 && result == 0)
    }

    private static func address(_ text: String, _ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr(text)
        return address
    }

    /// Whether the text went out.
    @discardableResult
    func say(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
    }

    func ask(for path: String, times: Int, at port: Int) {
        visit(port)
        #expect(say(String(repeating: "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", count: times)))
    }

    /// Bytes that came and were not read.
    var waiting: Int32 {
        var count: Int32 = 0
        _ = ioctl(socket, UInt(FIONREAD), &count)
        return count
    }

    /// Returns limits with which a connection may ask so many times at once: one page is less than the kernel keeps for
    /// a connection.
    static func limits(for times: Int) -> ConnectionLimits {
        var limits = ConnectionLimits(total: 256, perAddress: 64, reserved: 32)
        limits.pipelined = times
        return limits
    }

    /// Returns what has come, if anything has.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Whether the other side has ended the connection, and all that came was read.
    var isClosed: Bool {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN)
    }

    /// Linux's `POLLRDHUP`, which Glibc shows to programs that ask for GNU's additions.
    private static let hangUp: Int16 = 0x2000

    /// Whether the other side has ended it, told without reading.
    var isHungUp: Bool {
        var poll = pollfd(fd: socket, events: Self.hangUp, revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0 && poll.revents & (Self.hangUp | Int16(POLLHUP | POLLERR)) != 0
    }
}

/// Waits for a condition without holding a thread that the server needs.
func until(_ condition: () throws -> Bool) async throws {
    while try !condition() { try await Task.sleep(for: .milliseconds(2)) }
}
