// Probing a web server of this machine.

import CLinux
import DoorDisplay
import Glibc

/// One HTTP request over TCP, without a library, to a numeric address.
struct HTTPProbe {
    /// The result of a probe.
    enum Answer: Equatable {
        /// Nothing listens on the address.
        case nobody
        /// The status code and the beginning of the response.
        case answered(status: Int, text: String)
        /// Something listens but does not speak HTTP, or does not answer in time.
        case silent
    }

    private static let timeoutSeconds = 2
    private static let longest = 4096

    /// - Parameters:
    ///   - path: A path that begins with `/`.
    ///   - address: The server's address.
    /// - Returns: The result, after at most 2 s for each step.
    static func get(_ path: String, from address: ListeningAddress) -> Answer {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, String(address.port), &hints, &found) == 0, let target = found?.pointee else {
            return .nobody
        }
        defer { freeaddrinfo(found) }
        let connection = socket(target.ai_family, target.ai_socktype | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { return .silent }
        defer { close(connection) }
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        for option in [SO_SNDTIMEO, SO_RCVTIMEO] {
            setsockopt(connection, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(connection, target.ai_addr, target.ai_addrlen) == 0 else {
            return errno == ECONNREFUSED ? .nobody : .silent
        }
        let request = Array("GET \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8)
        guard send(connection, request, request.count, Int32(MSG_NOSIGNAL)) == request.count else {
            return .silent
        }
        return answer(from: connection)
    }

    private static func answer(from connection: Int32) -> Answer {
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: longest))
        while bytes.count < longest {
            let count = read(connection, &part, part.count)
            guard count > 0 else { break }
            bytes += part.prefix(count)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.hasPrefix("HTTP/1."), let status = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { return .silent }
        return .answered(status: status, text: text)
    }
}
