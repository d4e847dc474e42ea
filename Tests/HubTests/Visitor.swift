// Somebody who asks a hub for anything.

import BlockingCalls
import HTTPClient

@testable import Hub
@testable import HubClient
@testable import HubProtocol

/// Asks on a thread of its own: the call blocks, and the pool, which the hub needs as well, has as many threads as the
/// machine has cores.
actor Visitor {
    private let queue = BlockingQueue(label: "visitor")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func ask(
        _ address: HubAddress,
        _ method: String,
        _ target: String,
        _ headers: [(name: String, value: String)],
        _ body: [UInt8] = []
    ) throws -> (status: Int, body: String) {
        let answer = try CurlTransport(address: address).run(
            method, target, body: body, headers: headers, by: .now + .seconds(600)
        )
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }

    /// The headers of an answer, by names in lower case.
    func headers(_ address: HubAddress, _ method: String, _ target: String) throws -> [String: String] {
        let request = TransferRequest(method, address.url + target)
        return try HTTPTransfer().send(request, by: .now + .seconds(600)) { Task.isCancelled }.headers
    }
}
