// Keeps this box's share of the places in a zone up to date.

public import Ledger
public import TicketSigning

/// Asks the hub for places, and hands back those that are not needed.
public struct PlaceKeeper: Sendable {
    private let ledger: Ledger
    private let authority: any ClaimAuthority

    /// - Parameters:
    ///   - ledger: The ledger, open for writing.
    ///   - authority: The hub.
    public init(ledger: Ledger, asking authority: any ClaimAuthority) {
        (self.ledger, self.authority) = (ledger, authority)
    }

    /// How often a box asks again at once: if an answer was lost or taken by another program, or to say that it has
    /// handed places back.
    private static let tries = 3
    /// For how long guests that come as fast as now should find a place without a question to the hub.
    private static let provision: Duration = .seconds(3)

    /// What the hub has answered.
    public enum Outcome: Sendable {
        /// Nothing, or that there may be more places than it has given, which it gives out later.
        case unknown
        /// The places that are needed.
        case enough
        /// That there are no more than it has given.
        case noMore
    }

    /// Tells the hub what this box has, and takes what it answers.
    ///
    /// - Parameters:
    ///   - zone: A zone with a capacity.
    ///   - event: Its event.
    ///   - least: How many places are needed at least.
    ///   - instant: The current time by this machine's wall clock.
    /// - Returns: What the hub has answered. Another program on this box may have used the places since.
    /// - Throws: `LedgerError`.
    @discardableResult
    public func renew(
        _ zone: ZoneName,
        of event: EventID,
        least: Int = 0,
        on instant: Timestamp
    ) async throws -> Outcome {
        let answer = try await exchange(zone, of: event) { share in
            max(least, share.arrivals.count { (.zero..<Self.provision).contains(instant.duration(since: $0)) })
        }
        guard let answer, let places = answer.places else { return .unknown }
        if places >= least { return .enough }
        return answer.isLater ? .unknown : .noMore
    }

    /// Hands back all that this box has, when its gate closes. Others get it once the hub's own ledger has this box's
    /// last scans: if it has not, tell the hub again a moment later.
    ///
    /// - Parameters:
    ///   - zone: A zone with a capacity.
    ///   - event: Its event.
    /// - Returns: Whether the hub answered that others can have them.
    /// - Throws: `LedgerError`.
    public func handBack(_ zone: ZoneName, of event: EventID) async throws -> Bool {
        try await exchange(zone, of: event) { _ in nil }?.isLater == false
    }

    private func exchange(
        _ zone: ZoneName,
        of event: EventID,
        wanting wanted: (PlaceShare) -> Int?
    ) async throws -> PlaceAnswer? {
        var taken: PlaceAnswer?
        for _ in 0..<Self.tries {
            let share = try await ledger.placeShare(in: zone, of: event)
            guard let answer = await authority.places(share, wanting: wanted(share)) else { return taken }
            let isTaken = try await ledger.take(places: answer.places, turn: answer.turn, after: share)
            guard isTaken, let places = answer.places else { continue }
            taken = answer
            // Places that are handed back are others' only once the hub hears of it.
            guard places < share.places else { break }
        }
        return taken
    }
}
