// Keys and tickets that the tests share.

import Testing

@testable import TicketSigning

/// The first golden vector, ready to sign and verify with.
struct SigningFixture {
    let vector: GoldenVectors.GenuineTicket
    let master: MasterKey
    let key: EventKey
    let ticket: Ticket
    let verifier: TicketVerifier

    init(_ vector: GoldenVectors.GenuineTicket = GoldenVectors.tickets[0]) throws {
        self.vector = vector
        master = MasterKey(secret: try #require(Secret(bytes: bytes(vector.master))))
        ticket = Ticket(
            event: try #require(EventID(vector.event)),
            user: try #require(UserID(vector.user)),
            id: try #require(TicketID(vector.ticket))
        )
        key = try master.eventKey(for: ticket.event, epoch: vector.epoch)
        var ring = KeyRing()
        try ring.insert(key)
        verifier = TicketVerifier(keyRing: ring)
    }

    /// What the key's file says.
    var eventKeyText: String {
        """
        doorcheck-event-key 1
        event \(vector.event)
        epoch 1
        suite 1
        key-id \(vector.keyID)
        secret \(vector.eventKey)

        """
    }

    /// Why the verifier refuses a code, or `nil` when it does not.
    func refusal(of code: String) -> TicketRejection? {
        do throws(TicketRejection) {
            _ = try verifier.verify(code: code)
            return nil
        } catch {
            return error
        }
    }
}

/// The bytes of hexadecimal text in which spaces do not count.
func bytes(_ hexadecimal: String) -> [UInt8] {
    Hexadecimal.decode(hexadecimal.utf8.filter { $0 != UInt8(ascii: " ") }) ?? []
}
