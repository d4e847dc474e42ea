// What a gate asks before it lets somebody through.

internal import Ledger
public import TicketSigning

/// The wish to be the one who records the next thing that happens with a ticket.
///
/// Things that happen with a ticket in a zone are numbered from 1, whatever gate they happen at. A gate asks for the
/// number after all that it knows of, so that of two gates that know the same, one gets it.
public struct ClaimQuestion: Hashable, Sendable {
    /// Tells the box's questions apart: the same number is the same question, asked again.
    public let number: Int64
    /// Which ticket.
    public let ticket: TicketID
    /// The event behind the gate.
    public let event: EventID
    /// What lies behind the gate; 1 to 32 characters.
    public let zone: String
    /// Which thing that happens with the ticket in the zone: 1 to a million.
    public let sequenceNumber: Int64
    /// What it would be.
    public let kind: ClaimKind
    /// The gate's name; 1 to 32 characters.
    public let gate: String
    /// By the box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64

    /// More than happens with any ticket.
    static let sequenceNumbers: ClosedRange<Int64> = 1...1_000_000

    /// Is `nil` for a number below 1, an ordinal or moment beyond its range, or a name of other than 1 to 32 ASCII letters, digits or `-`.
    ///
    /// - Parameters:
    ///   - number: Tells the box's questions apart; 1 or more.
    ///   - ticket: Which ticket.
    ///   - event: The event behind the gate.
    ///   - zone: What lies behind the gate.
    ///   - sequenceNumber: Which thing that happens with the ticket in the zone.
    ///   - kind: What it would be.
    ///   - gate: The gate's name.
    ///   - at: By the box's wall clock, in milliseconds.
    public init?(
        number: Int64,
        ticket: TicketID,
        event: EventID,
        zone: String,
        sequenceNumber: Int64,
        kind: ClaimKind,
        gate: String,
        at: Int64
    ) {
        guard number >= 1, Self.sequenceNumbers.contains(sequenceNumber), Timestamp.range.contains(at),
            zone.isPlaceName,
            gate.isPlaceName
        else { return nil }
        self.number = number
        self.ticket = ticket
        self.event = event
        self.zone = zone
        self.sequenceNumber = sequenceNumber
        self.kind = kind
        self.gate = gate
        self.at = at
    }
}

extension String {
    fileprivate var isPlaceName: Bool {
        (1...32).contains(utf8.count) && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
