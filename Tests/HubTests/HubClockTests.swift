// A box without a clock asks its hub for the time.

import Sync
import Testing

@testable import HubClient
@testable import HubProtocol

struct HubClockTests {
    /// On a busy machine an answer may take too long to be a time.
    private func measure(
        _ hub: ServedHub, behindBy behind: Int64, as other: HubFingerprint? = nil
    ) async throws -> Int64 {
        let clock = hub.clock
        while true {
            let offset = try await HubClock.offset(
                of: hub.address, hub: other ?? hub.fingerprint, now: { clock.now - behind }, within: ServedHub.patience)
            if let offset { return offset }
        }
    }

    @Test("A clock that is years off learns how far, before its box has joined", arguments: [-1, 0, 1])
    func offset(years: Int64) async throws {
        try await ServedHub.serve { hub in
            let behind = years * 365 * 86_400_000
            let offset = try await measure(hub, behindBy: behind)
            #expect(abs(offset - behind) <= 500)
        }
    }

    @Test("Nobody but the hub tells its boxes the time")
    func stranger() async throws {
        try await ServedHub.serve { hub in
            let other = HubFingerprint(of: try BoxKey().publicKey)
            let error = await thrown { try await measure(hub, behindBy: 0, as: other) } as? HubClientError
            guard case .notSigned = error else {
                Issue.record("\(error.map { "\($0)" } ?? "nothing thrown")")
                return
            }
        }
    }
}
