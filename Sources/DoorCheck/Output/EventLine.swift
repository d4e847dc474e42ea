// An event for programs.

import Ledger
import TicketSigning

/// An event with its numbers as a JSON object; what is not known is absent.
struct EventLine: Encodable {
    let schema = 1
    let event: String
    let id: String
    let name: String
    let opens: String?
    let closes: String?
    let unlisted: String
    let gates: [String]
    let tickets: Int
    let expected: Int
    let admitted: Int
    let turnedAway: Int

    private enum CodingKeys: String, CodingKey {
        case schema, event, id, name, opens, closes, unlisted, gates, tickets, expected, admitted
        case turnedAway = "turned_away"
    }

    init(_ event: Event, _ counts: EventCounts, gates: [GateName]) {
        self.event = event.slug
        id = event.id.description
        name = event.name
        opens = event.opens?.description
        closes = event.closes?.description
        unlisted = event.unlisted.rawValue
        self.gates = gates.map(\.text)
        tickets = counts.tickets
        expected = counts.expected
        admitted = counts.admitted
        turnedAway = counts.turnedAway
    }

    /// For people: a line per fact.
    var text: String {
        """
        event        \(event)
        title        \(name.printable)
        id           \(id)
        opens        \(opens ?? "-")
        closes       \(closes ?? "-")
        not listed   \(unlisted)
        gates        \(gates.joined(separator: ", "))
        tickets      \(tickets), for \(expected) people
        admitted     \(admitted)
        turned away  \(turnedAway)

        """
    }
}
