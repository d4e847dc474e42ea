// What an organiser lets a partner sell.

/// Ticket numbers of an event that a partner may sell: whatever the partner signs or sells twice, there are no more
/// tickets than numbers, and no counter is needed to know that.
///
/// The facts are not necessarily the organiser's: see ``SignedGrant``.
/// - SeeAlso: docs/wire-format.md, "Grants"
public struct PartnerGrant: Hashable, Sendable {
    /// Numbers that are next to each other and admit the same guests.
    public struct Range: Hashable, Sendable {
        /// The numbers, from 1.
        public let numbers: ClosedRange<UInt32>
        /// The tier of their tickets; `nil` for none.
        public let tier: String?

        /// - Parameters:
        ///   - numbers: The numbers.
        ///   - tier: The tier of their tickets; `nil` for none.
        public init(_ numbers: ClosedRange<UInt32>, tier: String?) {
            (self.numbers, self.tier) = (numbers, tier)
        }
    }

    /// The most ranges of a grant.
    public static let mostRanges = 8
    /// The most numbers of a grant: each box derives all its tickets when it receives it, while guests wait.
    public static let mostNumbers = 20_000
    /// The most bytes of a name.
    public static let mostNameBytes = 200
    /// The latest moment, in seconds since 1970: in the year 2106.
    public static let lastMoment = Int64(UInt32.max)

    /// Identifies the grant, and with a number a ticket.
    public let id: GrantID
    /// The event that the tickets are for.
    public let event: EventID
    /// The event's name, for the tickets that the partner prints.
    public let eventName: String
    /// When the event begins, in seconds since 1970, for the same tickets; `nil` if it is not known.
    public let starts: Int64?
    /// The partner's name, for people.
    public let partner: String
    /// What verifies the partner's tickets: 32 bytes, Ed25519 (RFC 8032).
    public let publicKey: [UInt8]
    /// From when on the tickets are valid, in seconds since 1970; `nil` for the event's own terms.
    public let opens: Int64?
    /// Until when, in seconds since 1970; `nil` for the event's own terms.
    public let closes: Int64?
    /// The numbers in ascending order.
    public let ranges: [Range]

    /// - Parameters:
    ///   - id: Identifies the grant.
    ///   - event: The event that the tickets are for.
    ///   - eventName: The event's name.
    ///   - starts: When the event begins, in seconds since 1970.
    ///   - partner: The partner's name.
    ///   - publicKey: What verifies the partner's tickets.
    ///   - opens: From when on the tickets are valid, in seconds since 1970.
    ///   - closes: Until when.
    ///   - ranges: The numbers, in any order.
    /// - Throws: ``PartnerGrantError`` if the facts contradict each other.
    public init(
        id: GrantID = .random(),
        event: EventID,
        eventName: String,
        starts: Int64? = nil,
        partner: String,
        publicKey: [UInt8],
        opens: Int64? = nil,
        closes: Int64? = nil,
        ranges: [Range]
    ) throws(PartnerGrantError) {
        guard Ed25519.isSafe(publicKey) else { throw .unsafeKey }
        self.ranges = try Self.checked(ranges)
        for name in [eventName, partner] + ranges.compactMap(\.tier) {
            guard 1...Self.mostNameBytes ~= name.utf8.count else { throw .nameLength }
        }
        for moment in [starts, opens, closes].compactMap(\.self) {
            guard 1...Self.lastMoment ~= moment else { throw .moment }
        }
        if let opens, let closes, opens >= closes { throw .closesFirst }
        (self.id, self.event, self.eventName, self.starts, self.partner) = (id, event, eventName, starts, partner)
        (self.publicKey, self.opens, self.closes) = (publicKey, opens, closes)
    }

    /// Returns ranges in ascending order.
    private static func checked(_ ranges: [Range]) throws(PartnerGrantError) -> [Range] {
        guard 1...mostRanges ~= ranges.count else { throw .rangeCount }
        let sorted = ranges.sorted { $0.numbers.lowerBound < $1.numbers.lowerBound }
        guard let first = sorted.first, first.numbers.lowerBound > 0 else { throw .zero }
        for (range, next) in zip(sorted, sorted.dropFirst()) where range.numbers.overlaps(next.numbers) {
            throw .overlap(range.numbers.clamped(to: next.numbers))
        }
        guard sorted.reduce(0, { $0 + $1.numbers.count }) <= mostNumbers else { throw .tooManyNumbers }
        return sorted
    }

    /// How many tickets there are.
    public var count: Int { ranges.reduce(0) { $0 + $1.numbers.count } }

    /// Returns the range of a number.
    ///
    /// - Parameter number: Any number.
    /// - Returns: `nil` for a number that was not granted.
    public func range(of number: UInt32) -> Range? {
        ranges.first { $0.numbers.contains(number) }
    }

    /// Returns the ticket with a number, whether or not the number was granted: grant and number alone determine it.
    ///
    /// - Parameter number: Any number.
    /// - Returns: The ticket, with UUIDs of version 8 (RFC 9562).
    public func ticket(_ number: UInt32) -> Ticket {
        func facts(_ label: String) -> [UInt8] { Array(label.utf8) + id.bytes + number.bigEndianBytes }
        return Ticket(
            event: event, user: .derived(from: facts("doorcheck/partner-user/v1\0")),
            id: .derived(from: facts("doorcheck/partner-id/v1\0")))
    }

    /// Returns what a partner signs: the label, the grant, and all bytes of the code before the signature.
    static func message(_ body: [UInt8], under grant: GrantID) -> [UInt8] {
        SignatureSuite.partner.label + grant.bytes + body
    }

    /// Returns whether a code's proof is this partner's.
    func isValid(_ proof: [UInt8], of body: [UInt8]) -> Bool {
        Ed25519.verifies(proof, of: Self.message(body, under: id), by: publicKey)
    }
}

/// A grant that contradicts itself, or a number that it does not cover.
public enum PartnerGrantError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Signatures without the secret exist for the public key, or it is no key.
    case unsafeKey
    /// There is no range, or there are more than ``PartnerGrant/mostRanges``.
    case rangeCount
    /// Numbers begin with 1.
    case zero
    /// Two ranges have these numbers in common.
    case overlap(ClosedRange<UInt32>)
    /// There are more than ``PartnerGrant/mostNumbers``.
    case tooManyNumbers
    /// A name is empty or longer than ``PartnerGrant/mostNameBytes``.
    case nameLength
    /// A moment is before 1970 or after 2106.
    case moment
    /// The tickets would end before they begin.
    case closesFirst
    /// The number was not granted.
    case beyond(number: UInt32)
    /// The grant is for another key.
    case otherKey

    public var description: String {
        switch self {
        case .unsafeKey: "The public key does not protect tickets: ask the partner to make a new one."
        case .rangeCount:
            "A grant has at most \(PartnerGrant.mostRanges) ranges of numbers: grant the rest once more, under the "
                + "same name."
        case .zero: "The numbers of tickets begin with 1."
        case .overlap(let numbers):
            "Two ranges have numbers in common, from \(numbers.lowerBound) to \(numbers.upperBound): each number is "
                + "one ticket."
        case .tooManyNumbers:
            "A grant has at most \(PartnerGrant.mostNumbers) numbers: grant the rest once more, under the same name."
        case .nameLength: "A name in a grant has 1 to \(PartnerGrant.mostNameBytes) bytes."
        case .moment: "The times of a grant are between 1970 and 2106."
        case .closesFirst: "The tickets would close before they open."
        case .beyond(let number): "Number \(number) was not granted: ask the organiser for more numbers."
        case .otherKey: "The grant is for another key: use the key whose .pub file the organiser has."
        }
    }
}
