// A box's connection to the hub, which costs as little as possible.

import HubClient
import HubProtocol
import Ledger
import NIOCore
import NIOHTTP1
import NIOPosix
import Sync
import TicketSigning

/// Sends signed requests, one at a time, on one event loop; it trusts every answer.
///
/// A box verifies each; five hundred boxes do that on machines of their own.
actor LightConnection {
    private let loop: any EventLoop
    private let host: String
    private let port: Int
    private let box: BoxID
    private let key: BoxKey
    private var channel: (any Channel)?

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

    init(on loop: any EventLoop, to address: HubAddress, as box: BoxID, key: BoxKey) {
        let parts = address.host.split(separator: ":")
        (host, port) = (String(parts[0]), parts.last.flatMap { Int($0) } ?? 80)
        (self.loop, self.box, self.key) = (loop, box, key)
    }

    /// The hub did not do what was asked.
    struct Refusal: Error {
        let status: Int
    }

    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - target: Path and query.
    ///   - body: JSON; empty for none.
    /// - Returns: The answer's body.
    /// - Throws: ``Refusal``, ``ConnectionEnded``, and errors of the network.
    func ask(_ method: HTTPMethod, _ target: String, body: [UInt8] = []) async throws -> [UInt8] {
        let channel = try await openChannel()
        let answer = loop.makePromise(of: OpenRequest.Answer.self)
        channel.writeAndFlush(
            OpenRequest(head: head(method, target, body: body), body: body, answer: answer)
        ).cascadeFailure(to: answer)
        let response: OpenRequest.Answer
        do { response = try await answer.futureResult.get() } catch {
            close()
            throw error
        }
        guard (200...299).contains(response.status) else { throw Refusal(status: response.status) }
        return response.body
    }

    /// Ends a request that waits.
    func close() {
        channel?.close(promise: nil)
        channel = nil
    }

    private func openChannel() async throws -> any Channel {
        if let channel, channel.isActive { return channel }
        let channel = try await ClientBootstrap(group: loop)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(RequestHandler())
                }
            }
            .connect(host: host, port: port).get()
        self.channel = channel
        return channel
    }

    private func head(_ method: HTTPMethod, _ target: String, body: [UInt8]) -> HTTPRequestHead {
        let clock = LoadClock.now.milliseconds
        let signature = RequestSignature(
            method: method.rawValue, target: target, box: box, time: clock,
            nonce: (0..<RequestSignature.nonceByteCount).map { _ in .random(in: 0 ... .max) },
            bodyHash: SHA256.hash(body))
        return HTTPRequestHead(
            version: .http1_1, method: method, uri: target,
            headers: [
                "Host": "\(host):\(port)", "Content-Type": "application/json", "Content-Length": "\(body.count)",
                SignatureHeader.box: box.description, SignatureHeader.time: String(clock),
                SignatureHeader.nonce: RecordBytes(signature.nonce).base64url,
                SignatureHeader.signature: RecordBytes(key.sign(signature.message)).base64url,
                SignatureHeader.clock: String(clock),
            ])
    }
}
