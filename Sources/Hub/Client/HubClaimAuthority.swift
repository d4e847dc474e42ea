// The hub as the desk's claim authority.

public import Admission
import Ledger

/// Translates the desk's requests into claims at the hub.
public struct HubClaimAuthority: ClaimAuthority {
    /// The client that asks the hub.
    public let claims: ClaimClient

    /// - Parameter claims: The client that asks the hub.
    public init(claims: ClaimClient) {
        self.claims = claims
    }

    /// Claims a ticket's next sequence number.
    ///
    /// - Parameter request: The movement to record.
    /// - Returns: The hub's answer; `ClaimResult.alone` if there is none.
    public func claim(_ request: ClaimRequest) async -> ClaimResult {
        // A number identifies one question; random numbers do not repeat even after a restart.
        let number = Int64.random(in: 1 ... .max)
        let question = ClaimQuestion(
            number: number,
            ticket: request.ticket,
            event: request.gate.event,
            zone: request.zone.text,
            sequenceNumber: Int64(request.sequenceNumber),
            kind: ClaimKind(request.kind),
            gate: request.gate.name.text,
            at: request.at.milliseconds
        )
        guard let question, case .answered(let answer) = await claims.claim(question) else { return .alone }
        let claimed = answer.standing.map(ClaimedMovement.init)
        return answer.isWon ? .won(number: number, others: claimed) : .taken(claimed)
    }

    /// Releases an unused claim.
    ///
    /// - Parameter number: The number in `ClaimResult.won`.
    public func release(_ number: Int64) async {
        await claims.release(number: number)
    }
}

extension ClaimKind {
    fileprivate init(_ kind: ClaimedMovement.Kind) {
        self =
            switch kind {
            case .entry: .entry
            case .exit: .exit
            case .void: .void
            }
    }
}

extension ClaimedMovement {
    fileprivate init(_ claim: Claim) {
        let kind: Kind =
            switch claim.kind {
            case .entry: .entry
            case .exit: .exit
            case .void: .void
            }
        let at = Timestamp(milliseconds: claim.at)
        let entry = Entry(at: at, gate: claim.gate, box: claim.box, boxName: claim.boxName)
        self.init(sequenceNumber: Int(claim.sequenceNumber), kind: kind, entry: entry, number: claim.number)
    }
}
