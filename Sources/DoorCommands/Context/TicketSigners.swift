// Signing tickets of the ledger.

import DoorInstallation
import Ledger
import TicketSigning

/// Signs tickets with the keys that they were issued with.
final class TicketSigners {
    private let master: MasterKey
    private let suites: [Key: SignatureSuite]
    private var signers: [Key: TicketSigner] = [:]

    private struct Key: Hashable {
        let event: EventID
        let epoch: UInt32
    }

    /// - Parameters:
    ///   - master: The issuer's secret, which all keys follow from.
    ///   - facts: The keys in the ledger, which say how each one signs.
    init(master: MasterKey, facts: [KeyRecord]) {
        self.master = master
        suites = Dictionary(facts.map { (Key(event: $0.event, epoch: $0.epoch), $0.suite) }) { first, _ in first }
    }

    /// Returns the code of a ticket, which is always the same.
    ///
    /// - Throws: `SigningError`.
    func code(of ticket: IssuedTicket) throws -> String {
        let key = Key(event: ticket.ticket.event, epoch: ticket.epoch)
        let signer =
            try signers[key]
            ?? TicketSigner(
                key: master.eventKey(for: key.event, epoch: key.epoch, suite: suites[key] ?? .hmacSHA256))
        signers[key] = signer
        return try signer.sign(ticket.ticket).code
    }
}

extension CommandContext {
    /// Returns what signs tickets here.
    ///
    /// - Throws: ``CommandError`` with advice if the master key is not on this machine; `KeyFileError`, `LedgerError`.
    func ticketSigners() async throws -> TicketSigners {
        TicketSigners(master: try keys.master(), facts: try await ledger.keys())
    }
}
