// Identifiers that a seed brings back.

import TestSupport
import TicketSigning

extension Identifier {
    /// A random identifier.
    static func random(using generator: inout SeededGenerator) -> Self {
        Self(bytes: generator.bytes(byteCount)) ?? .random()
    }
}

extension Ticket {
    /// A new ticket of an event.
    static func random(of event: EventID, using generator: inout SeededGenerator) -> Ticket {
        Ticket(event: event, user: .random(using: &generator), id: .random(using: &generator))
    }
}
