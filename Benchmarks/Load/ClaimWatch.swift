// Measuring the hub's answers to claims.

import Admission
import HubClient
import Ledger
import TicketSigning

/// Requests claims from the hub like a box, and records the time of each answer.
struct ClaimWatch: ClaimAuthority {
    let book: ClaimClient
    let times: ScanTimes

    var isInStep: Bool {
        get async { await book.isInStep }
    }

    func claim(_ wish: ClaimRequest) async -> ClaimResult {
        let start = ContinuousClock.now
        let result = await book.claim(wish)
        times.claimed(since: start, isAnswered: result != .alone)
        return result
    }

    func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? {
        await book.claims(of: ticket, at: event, in: zone)
    }

    func release(_ number: Int64) async {
        await book.release(number)
    }
}
