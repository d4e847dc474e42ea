// The way from a box to the hub, over the simulated network.

import TicketSigning

@testable import Hub
@testable import HubClient
@testable import HubProtocol

/// Takes requests to the hub, or loses, repeats and delays them.
struct SimulatedTransport: HTTPTransport {
    let box: String
    let hub: SimulatedHub
    let network: SimulatedNetwork
    let time: SimulatedTime

    nonisolated(nonsending) func run(
        _ method: String,
        _ target: String,
        body: [UInt8],
        headers: [(name: String, value: String)],
        by deadline: ContinuousClock.Instant
    ) async throws(HubClientError) -> HubResponse {
        let left = Int64(time.elapsed.duration(to: deadline) / .milliseconds(1))
        let way = await network.way(of: box, target: target)
        let request = SimulatedHub.Request(
            method: method, target: target, body: body, headers: headers, process: way.process)
        guard left >= 1, way.fate != .isLost else { throw givenUp(left) }
        guard way.fate != .arrivesAgainLater else {
            await network.keep(request)
            throw givenUp(left)
        }
        let isLate = way.milliseconds > left
        time.pass(min(way.milliseconds, left))
        guard let reception = await hub.answer(request) else {
            throw .unreachable(host: "hub", reason: "nobody listens")
        }
        if way.fate == .arrivesTwice { _ = await hub.answer(request) }
        guard !isLate, way.fate == .arrives || way.fate == .arrivesTwice else {
            throw givenUp(left - way.milliseconds)
        }
        await network.note(status: reception.status, for: box, target: target)
        return reception
    }

    private func givenUp(_ left: Int64) -> HubClientError {
        time.pass(left)
        return .unreachable(host: "hub", reason: "no answer in time")
    }
}
