// An organiser's server, down to the socket.

import Dispatch
import Glibc
import Synchronization

/// Answers HTTP requests on 127.0.0.1, one connection after the other.
public final class Receiver: Sendable {
    /// What was posted; names of headers are in lower case.
    public struct Request: Sendable {
        public let headers: [String: String]
        public let body: String
    }

    /// What a request is answered with.
    public enum Answer: Sendable {
        case status(Int)
        /// The bytes as they are, head and body.
        case bytes([UInt8])
        /// Never.
        case silence
        /// The connection is closed in the middle of the answer.
        case half
    }

    /// The port is another's.
    struct NoPort: Error {
        let errno: Int32
    }

    /// Where it listens.
    public let port: UInt16
    private let socket: Int32
    private let taken = Mutex<[Request]>([])
    private let answer: @Sendable (Request, Int) -> Answer

    /// What came so far.
    public var requests: [Request] { taken.withLock { $0 } }

    /// - Parameters:
    ///   - port: 0 for any.
    ///   - answer: Takes a request and how many came before it.
    /// - Throws: Where the port is another's.
    public init(port: UInt16 = 0, answer: @escaping @Sendable (Request, Int) -> Answer) throws {
        self.answer = answer
        socket = try Self.listen(at: port)
        self.port = Self.port(of: socket)
        let socket = socket
        DispatchQueue(label: "receiver").async { [weak self] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                self?.serve(connection)
                close(connection)
            }
        }
    }

    deinit { stop() }

    /// An address of its own.
    public var url: String { "http://127.0.0.1:\(port)/door" }

    /// Listens no more.
    public func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Ports below those that the kernel gives out by itself (ip(7), `ip_local_port_range`).
    private static let ports = 10_000..<32_000
    private static let portCount = Atomic<Int>(.random(in: ports))

    /// A port at which nobody listens, and that neither the kernel nor this function gives to anybody else.
    public static func freePort() throws -> UInt16 {
        while true {
            let number = portCount.wrappingAdd(1, ordering: .relaxed).newValue
            let port = UInt16(ports.lowerBound + number % ports.count)
            do {
                close(try listen(at: port))
                return port
            } catch let error as NoPort where error.errno == EADDRINUSE {}
        }
    }

    /// Listens on an address of this machine.
    static func listen(at port: UInt16, on host: UInt32 = 0x7f00_0001) throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0, Glibc.listen(socket, 8) == 0 else {
            defer { close(socket) }
            throw NoPort(errno: errno)
        }
        return socket
    }

    static func port(of socket: Int32) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private func serve(_ connection: Int32) {
        var bytes: [UInt8] = []
        while true {
            while let (request, length) = Self.request(in: bytes) {
                bytes.removeFirst(length)
                let before = taken.withLock { taken in
                    taken.append(request)
                    return taken.count - 1
                }
                switch answer(request, before) {
                case .status(let status):
                    send(Array("HTTP/1.1 \(status) X\r\ncontent-length: 2\r\n\r\nok".utf8), to: connection)
                case .bytes(let bytes): send(bytes, to: connection)
                case .silence: break
                case .half:
                    send(Array("HTTP/1.1 20".utf8), to: connection)
                    return
                }
            }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            bytes += buffer.prefix(count)
        }
    }

    private func send(_ bytes: [UInt8], to connection: Int32) {
        Glibc.send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// The first whole request and its length.
    private static func request(in bytes: [UInt8]) -> (Request, Int)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound else { return nil }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            return (line[..<colon].lowercased(), String(line[line.index(colon, offsetBy: 2)...]))
        }
        let headers = Dictionary(pairs) { first, _ in first }
        guard let length = headers["content-length"].flatMap({ Int($0) }), bytes.count >= end + length else {
            return nil
        }
        let body = String(decoding: bytes[end..<end + length], as: UTF8.self)
        return (Request(headers: headers, body: body), end + length)
    }
}
