// The hub as the desk asks it.

public import Admission
import Ledger

/// Puts the desk's wishes into the hub's words.
public struct HubClaimBook: ClaimAuthority {
    /// What asks the hub.
    public let claims: HubClaims

    /// - Parameter claims: Asks the hub.
    public init(claims: HubClaims) {
        self.claims = claims
    }

    /// Asks for a ticket's next turn.
    ///
    /// - Parameter wish: What would happen.
    /// - Returns: The hub's answer; `ClaimResult.alone` without one.
    public func claim(_ wish: ClaimWish) async -> ClaimResult {
        // A number is for one question; at random, none comes twice even after a restart.
        let number = Int64.random(in: 1 ... .max)
        let question = ClaimQuestion(
            number: number,
            ticket: wish.ticket,
            event: wish.gate.event,
            zone: wish.zone.text,
            ordinal: Int64(wish.turn),
            kind: ClaimKind(wish.kind),
            gate: wish.gate.name.text,
            at: wish.at.milliseconds
        )
        guard let question, case .answered(let answer) = await claims.claim(question) else { return .alone }
        let turns = answer.standing.map(ClaimedTurn.init)
        return answer.isWon ? .won(number: number, others: turns) : .taken(turns)
    }

    /// Gives a turn back that was not used.
    ///
    /// - Parameter number: From `ClaimResult.won`.
    public func giveBack(_ number: Int64) async {
        await claims.release(number: number)
    }
}

extension ClaimKind {
    fileprivate init(_ kind: ClaimedTurn.Kind) {
        self =
            switch kind {
            case .entry: .entry
            case .exit: .exit
            case .void: .void
            }
    }
}

extension ClaimedTurn {
    fileprivate init(_ claim: Claim) {
        let kind: Kind =
            switch claim.kind {
            case .entry: .entry
            case .exit: .exit
            case .void: .void
            }
        let at = Timestamp(milliseconds: claim.at)
        let entry = Entry(at: at, gate: claim.gate, box: claim.box, boxName: claim.boxName)
        self.init(turn: Int(claim.ordinal), kind: kind, entry: entry, number: claim.number)
    }
}
