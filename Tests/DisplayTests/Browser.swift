// A browser's side of HTTP, as plain as it can be.

import NIOCore
import NIOPosix

/// Sends one request over a connection of its own and reads what comes back.
struct Browser {
    let port: Int

    /// A whole answer.
    struct Answer {
        let status: Int
        let head: String
        let body: String
    }

    /// Asks once; `headers` stand beside `Host` and `Connection`.
    func ask(
        _ path: String,
        method: String = "GET",
        headers: [String] = [],
        host: String? = nil,
        body: String = ""
    ) async throws -> Answer {
        let text = try await withConnection(path, method: method, headers: headers, host: host, body: body) { pieces in
            var all = ""
            for try await piece in pieces { all += String(buffer: piece) }
            return all
        }
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(status: status, head: String(parts[0]), body: parts.count > 1 ? String(parts[1]) : "")
    }

    /// Follows server-sent events until `take` is done.
    func follow<Result: Sendable>(
        _ path: String = "/events",
        lastEventID: String? = nil,
        headers: [String] = [],
        _ take: (inout EventReader) async throws -> Result
    ) async throws -> Result {
        let resume = lastEventID.map { ["Last-Event-ID: \($0)"] } ?? []
        return try await withConnection(path, headers: headers + resume, isLasting: true) { pieces in
            var reader = EventReader(pieces: pieces.makeAsyncIterator())
            return try await take(&reader)
        }
    }

    private func withConnection<Result: Sendable>(
        _ path: String,
        method: String = "GET",
        headers: [String],
        host: String? = nil,
        body: String = "",
        isLasting: Bool = false,
        _ use: (NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> Result
    ) async throws -> Result {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let lines =
            [
                "\(method) \(path) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")",
                "Content-Length: \(body.utf8.count)",
            ] + headers + (isLasting ? [] : ["Connection: close"])
        return try await channel.executeThenClose { inbound, outbound in
            try await outbound.write(ByteBuffer(string: lines.joined(separator: "\r\n") + "\r\n\r\n" + body))
            return try await use(inbound)
        }
    }
}
