// Measures the hub's answers to claims.

import Admission
import Hub

/// Asks the hub as a box does, and writes down how long it took.
struct ClaimWatch: ClaimAuthority {
    let book: HubClaimAuthority
    let times: ScanTimes

    func claim(_ wish: ClaimRequest) async -> ClaimResult {
        let start = ContinuousClock.now
        let result = await book.claim(wish)
        times.claimed(since: start, isAnswered: result != .alone)
        return result
    }

    func release(_ number: Int64) async {
        await book.release(number)
    }
}
