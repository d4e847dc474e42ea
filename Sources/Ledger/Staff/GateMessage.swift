// Messages from the organiser to the gates.

public import TicketSigning

/// A short text for the gates of an event, shown until it is dismissed there or expires; one property for each column.
public struct GateMessage: Hashable, Sendable {
    /// The message's identifier.
    public let id: MessageID
    /// The event.
    public let event: EventID
    /// The gate; `nil` for all gates of the event.
    public let gate: GateName?
    /// The text.
    public let text: String
    /// Who wrote it.
    public let actor: String
    /// The time by the writer's wall clock.
    public let at: Timestamp
    /// When it expires.
    public let until: Timestamp

    /// The maximum length of the text, in Unicode scalars: short enough to read at a glance next to a queue.
    public static let longest = 200

    /// - Parameters:
    ///   - id: The message's identifier.
    ///   - event: The event.
    ///   - gate: The gate; `nil` for all gates of the event.
    ///   - text: 1 to ``longest`` Unicode scalars in one line.
    ///   - actor: Who writes it.
    ///   - at: The time by the writer's wall clock.
    ///   - until: When it expires; later than `at`.
    /// - Throws: ``LedgerError/refused(_:)`` with the reason.
    public init(
        id: MessageID = .random(),
        event: EventID,
        gate: GateName? = nil,
        text: String,
        actor: String,
        at: Timestamp,
        until: Timestamp
    ) throws {
        guard Self.isText(text) else {
            throw LedgerError.refused("Write a message to the gates in one line of 1 to \(Self.longest) characters.")
        }
        guard until > at else { throw LedgerError.refused("A message to the gates must expire after it is sent.") }
        self.id = id
        self.event = event
        self.gate = gate
        self.text = text
        self.actor = try Attribution(actor: actor, why: nil).actor
        self.at = at
        self.until = until
    }

    static func isText(_ text: String) -> Bool {
        (1...longest).contains(text.unicodeScalars.count) && text.isPlainLine
    }
}

/// The identifier of a message to the gates.
public typealias MessageID = Identifier<GateMessage>
