// The question that a gate sends before it lets someone through.

internal import Ledger
public import TicketSigning

/// A request for the right to record the next movement of a ticket.
///
/// The movements of a ticket in a zone are numbered from 1 across all gates. A gate asks for the number after the
/// last one it knows, so of two gates with the same knowledge exactly one gets it.
public struct ClaimQuestion: Hashable, Sendable {
    /// Identifies the question within the box: the same number is a retry of the same question.
    public let number: Int64
    /// The ticket.
    public let ticket: TicketID
    /// The event at the gate.
    public let event: EventID
    /// The zone behind the gate; 1 to 32 characters.
    public let zone: String
    /// The position in the ticket's sequence for the zone: 1 to 1,000,000.
    public let sequenceNumber: Int64
    /// The kind of movement.
    public let kind: ClaimKind
    /// The gate's name; 1 to 32 characters.
    public let gate: String
    /// The time on the box's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    public let at: Int64

    /// The valid range, which exceeds what happens with any ticket.
    static let sequenceNumbers: ClosedRange<Int64> = 1...1_000_000

    /// Returns `nil` for a number below 1, a sequence number or time out of range, or a name that is not 1 to 32
    /// ASCII letters, digits or `-`.
    ///
    /// - Parameters:
    ///   - number: Identifies the question within the box; 1 or more.
    ///   - ticket: The ticket.
    ///   - event: The event at the gate.
    ///   - zone: The zone behind the gate.
    ///   - sequenceNumber: The position in the ticket's sequence for the zone.
    ///   - kind: The kind of movement.
    ///   - gate: The gate's name.
    ///   - at: The time on the box's wall clock, in milliseconds.
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
