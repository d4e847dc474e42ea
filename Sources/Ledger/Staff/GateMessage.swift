// What the organiser tells those who work at the gates.

public import TicketSigning

/// A short text for the gates of an event, until it is dismissed there or of no use any more.
public struct GateMessage: Hashable, Sendable {
    /// Tells it from others.
    public let id: MessageID
    /// Of which event.
    public let event: EventID
    /// For one gate; `nil` for all of the event.
    public let gate: GateName?
    /// What it says.
    public let text: String
    /// Who wrote it.
    public let actor: String
    /// By the writer's wall clock.
    public let at: Timestamp
    /// When it is of no use any more.
    public let until: Timestamp

    /// The longest text, in characters: what is read at a glance beside a queue.
    public static let longest = 200

    /// - Parameters:
    ///   - id: Tells it from others.
    ///   - event: Of which event.
    ///   - gate: For one gate; `nil` for all of the event.
    ///   - text: 1 to ``longest`` characters in one line.
    ///   - actor: Who writes it.
    ///   - at: By the writer's wall clock.
    ///   - until: When it is of no use any more; later than `at`.
    /// - Throws: ``LedgerError/refused(_:)`` with what is wrong.
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
            throw LedgerError.refused("A message to the gates has 1 to \(Self.longest) characters in one line.")
        }
        guard until > at else { throw LedgerError.refused("A message to the gates has to stand for some time.") }
        self.id = id
        self.event = event
        self.gate = gate
        self.text = text
        self.actor = try Attribution(actor: actor, why: nil).actor
        self.at = at
        self.until = until
    }

    static func isText(_ text: String) -> Bool {
        (1...longest).contains(text.count) && text.isPlainLine
    }
}

/// Names a message to the gates.
public typealias MessageID = Identifier<GateMessage>
