// The hub as the desk asks it.

public import Admission
import Ledger

/// Puts the desk's wishes into the hub's words.
public struct HubClaimAuthority: ClaimAuthority {
    /// What asks the hub.
    public let claims: ClaimClient

    /// - Parameter claims: Asks the hub.
    public init(claims: ClaimClient) {
        self.claims = claims
    }

    /// Asks for a ticket's next turn.
    ///
    /// - Parameter request: What would happen.
    /// - Returns: The hub's answer; `ClaimResult.alone` without one.
    public func claim(_ request: ClaimRequest) async -> ClaimResult {
        // A number is for one question; at random, none comes twice even after a restart.
        let number = Int64.random(in: 1 ... .max)
        let question = ClaimQuestion(
            number: number,
            ticket: request.ticket,
            event: request.gate.event,
            zone: request.zone.text,
            sequenceNumber: Int64(request.turn),
            kind: ClaimKind(request.kind),
            gate: request.gate.name.text,
            at: request.at.milliseconds
        )
        guard let question, case .answered(let answer) = await claims.claim(question) else { return .alone }
        let turns = answer.standing.map(ClaimedMovement.init)
        return answer.isWon ? .won(number: number, others: turns) : .taken(turns)
    }

    /// Gives a turn back that was not used.
    ///
    /// - Parameter number: From `ClaimResult.won`.
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
        self.init(turn: Int(claim.sequenceNumber), kind: kind, entry: entry, number: claim.number)
    }
}
