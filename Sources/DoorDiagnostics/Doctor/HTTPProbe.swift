// Probing a web server of this machine.

import HTTPClient
import HTTPSupport

/// One request to a numeric address, without the environment's proxy.
struct HTTPProbe {
    /// The result of a probe.
    enum Answer: Equatable {
        /// Nothing listens on the address.
        case noListener
        /// The status code and the body.
        case answered(status: Int, body: [UInt8])
        /// Something listens but does not speak HTTP, does not answer in time, or sends a long body.
        case silent
    }

    private static let timeout: Duration = .seconds(2)
    private static let bodyLimit = 4096

    /// - Parameters:
    ///   - path: A path that begins with `/`.
    ///   - address: The server's address.
    /// - Returns: The result, after at most 2 s.
    static func get(_ path: String, from address: ListeningAddress) -> Answer {
        let request = TransferRequest("GET", "http://\(address)\(path)", bodyLimit: bodyLimit)
        do {
            let response = try HTTPTransfer().send(request, by: .now + timeout) { Task.isCancelled }
            return .answered(status: response.status, body: response.body)
        } catch {
            return error.kind == .connectionRefused ? .noListener : .silent
        }
    }
}
