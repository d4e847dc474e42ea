// The authority that knows what other gates do, its requests and its answers.

public import Ledger
public import TicketSigning

/// Grants claims before somebody is let through, so that only one of two gates that scan a ticket at once admits it.
public protocol ClaimAuthority: Sendable {
    /// Requests a ticket's next movement; answers within a time that a guest does not notice.
    ///
    /// - Parameter request: What the gate is about to record.
    /// - Returns: Whether the gate may proceed.
    func claim(_ request: ClaimRequest) async -> ClaimResult

    /// Returns what all boxes did with a ticket, without claiming anything; answers within a time that a guest does not
    /// notice.
    ///
    /// - Parameters:
    ///   - ticket: The ticket; for a replacement, the first ticket of its series.
    ///   - event: The event of the gate.
    ///   - zone: The zone behind the gate.
    /// - Returns: All claims, in order; `nil` if there is no answer.
    func claims(of ticket: TicketID, at event: EventID, in zone: ZoneName) async -> [Claim]?

    /// Whether this box has met the hub since it started: until then its disk may have been restored from a backup, and
    /// a claim of its own that its ledger does not know may have let somebody in.
    var isInStep: Bool { get async }

    /// Releases a claim that was not used.
    ///
    /// - Parameter number: The claim's number, from ``ClaimResult/won(number:others:)``.
    func release(_ number: Int64) async

    /// Tells how many places in a zone this box has, and asks for more; answers within a time that a guest does not
    /// notice.
    ///
    /// - Parameters:
    ///   - share: The places that the box has now.
    ///   - wanted: How many it would like to have; `nil` for none at all, when its gate closes.
    /// - Returns: The answer; `nil` if there is none.
    func places(_ share: PlaceShare, wanting wanted: Int?) async -> PlaceAnswer?

    /// Returns the authority for all questions about one guest, whose answers together take no longer than one.
    func forOneGuest() async -> any ClaimAuthority
}

/// How many places in a zone a box has from now on.
public struct PlaceAnswer: Hashable, Sendable {
    /// The places, if the box has what it said; `nil` if it has to say so again, after the answer with this number.
    public let places: Int?
    /// The number of the answer.
    public let turn: Int64
    /// Whether there may be more places, which the hub does not give out yet; for a gate that closes, whether others
    /// cannot have all of its places yet.
    public let isLater: Bool

    /// - Parameters:
    ///   - places: The places; `nil` if the box has to ask again.
    ///   - turn: The number of the answer.
    ///   - isLater: Whether there may be more places, which the hub does not give out yet; for a gate that closes,
    ///     whether others cannot have all of its places yet.
    public init(places: Int?, turn: Int64, isLater: Bool = false) {
        (self.places, self.turn, self.isLater) = (places, turn, isLater)
    }
}

extension ClaimAuthority {
    /// Gives out no places: the gate asks staff in a zone with a capacity.
    public func places(_ share: PlaceShare, wanting wanted: Int?) async -> PlaceAnswer? { nil }

    /// Returns itself: its answers take no time, or nobody waits for them.
    public func forOneGuest() async -> any ClaimAuthority { self }
}

/// A request to record the next movement of a ticket.
public struct ClaimRequest: Hashable, Sendable {
    /// The ticket; for a replacement, the first ticket of its series.
    public let ticket: TicketID
    /// The gate, and its event.
    public let gate: Gate
    /// The zone behind the gate.
    public let zone: ZoneName
    /// The claim's sequence number: for a new claim, one more than the number of movements and voids of the ticket at
    /// the zone that the box knows of; at least 1.
    public let sequenceNumber: Int
    /// What the gate is about to record.
    public let kind: Claim.Kind
    /// The current time by this machine's wall clock.
    public let at: Timestamp
    /// A logical time that the record will not exceed.
    public let logicalTime: Int64
}

/// Whether a gate may proceed, and what other boxes did with the ticket at the zone.
public enum ClaimResult: Hashable, Sendable {
    /// No other gate gets this claim; `number` releases it. `others` holds all other claims, in order.
    case won(number: Int64, others: [Claim])
    /// Another gate has the claim; holds all claims, in order.
    case taken([Claim])
    /// There is no answer: the gate decides by what it knows.
    case alone
}

/// A valid claim: a movement that is not yet known from the other box's book.
public struct Claim: Hashable, Sendable {
    /// Its sequence number among all movements and voids of the ticket at the zone, from 1.
    public let sequenceNumber: Int
    /// What happened.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// The number that releases the claim, if it is this box's own.
    public let number: Int64
    /// A logical time that the box's record does not exceed.
    public let logicalTime: Int64

    /// What can happen with a ticket; the hub and the boxes exchange the raw values.
    public enum Kind: String, CaseIterable, Codable, Hashable, Sendable {
        /// Somebody went in.
        case entry
        /// Somebody went out.
        case exit
        /// The last movement was undone.
        case void
    }

    /// - Parameters:
    ///   - sequenceNumber: Its sequence number, from 1.
    ///   - kind: What happened.
    ///   - entry: When, where and by which box.
    ///   - number: The number that releases the claim.
    ///   - logicalTime: A logical time that the box's record does not exceed.
    public init(sequenceNumber: Int, kind: Kind, entry: Entry, number: Int64, logicalTime: Int64) {
        self.sequenceNumber = sequenceNumber
        self.kind = kind
        self.entry = entry
        self.number = number
        self.logicalTime = logicalTime
    }
}
