// Somebody who asks a hub for anything.

@testable import Hub

/// Asks on a thread of its own: the call blocks, and the pool, which the hub needs as well, has as many threads as the
/// machine has cores.
actor Visitor {
    private let queue = ConnectionQueue(label: "visitor")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    func ask(
        _ address: HubAddress,
        _ method: String,
        _ target: String,
        _ headers: [(name: String, value: String)],
        _ body: [UInt8] = []
    ) throws -> (status: Int, body: String) {
        let answer = try HTTPTransfer(address: address).run(
            method, target, body: body, headers: headers, by: .now + .seconds(600)
        )
        return (answer.status, String(decoding: answer.body, as: UTF8.self))
    }
}
