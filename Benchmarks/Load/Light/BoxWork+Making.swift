// Making what a box sends, with a real ledger and desk.

import Admission
import HubClient
import HubProtocol
import Ledger
import Synchronization
import TicketSigning

/// Grants every claim, and keeps it.
final class ClaimCollector: ClaimAuthority {
    private let requests = Mutex<[Wire.ClaimRequest]>([])

    var collected: [Wire.ClaimRequest] { requests.withLock { $0 } }

    var isInStep: Bool { true }

    func claim(_ request: ClaimRequest) async -> ClaimResult {
        let wire = Wire.ClaimRequest(request, number: .random(in: 1 ... .max))
        requests.withLock { $0.append(wire) }
        return .won(number: wire.number, others: [])
    }

    func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]? { [] }

    func release(_ number: Int64) async {}
}
