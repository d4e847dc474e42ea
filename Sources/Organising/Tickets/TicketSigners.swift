// Signing tickets of the ledger.

package import DoorInstallation
import DoorOutput
package import Ledger
package import TicketSigning

/// Signs tickets with the keys that they were issued with.
package final class TicketSigners {
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
    package init(master: MasterKey, facts: [KeyRecord]) {
        self.master = master
        suites = Dictionary(facts.map { (Key(event: $0.event, epoch: $0.epoch), $0.suite) }) { first, _ in first }
    }

    /// Returns the code of a ticket, which is always the same.
    ///
    /// - Throws: `SigningError`; ``CommandError`` if the ledger does not have the ticket's key.
    package func code(of ticket: IssuedTicket) throws -> String {
        let key = Key(event: ticket.ticket.event, epoch: ticket.epoch)
        let signer = try signers[key] ?? signer(with: key)
        signers[key] = signer
        return try signer.sign(ticket.ticket).code
    }

    private func signer(with key: Key) throws -> TicketSigner {
        guard let suite = suites[key] else {
            throw CommandError(
                .badData,
                "The ledger does not have the event's key of epoch \(key.epoch), which a ticket was issued with: sync "
                    + "with a ledger that has it.")
        }
        return TicketSigner(key: try master.eventKey(for: key.event, epoch: key.epoch, suite: suite))
    }
}

extension CommandContext {
    /// Returns what signs tickets here.
    ///
    /// - Throws: ``CommandError`` with advice if the master key is not on this machine; `KeyFileError`, `LedgerError`.
    package func ticketSigners() async throws -> TicketSigners {
        let master = try keys.master()
        if let root = try await ledger.root(), Root(try master.rootKey().publicKey) != root {
            throw CommandError(
                .badData,
                "\(keys.masterPath) is not the key of the organiser with the code \(root.rootCode), to whom this "
                    + "ledger belongs: every door would refuse its tickets. Put the organiser's own key there, from "
                    + "its copy.")
        }
        return TicketSigners(master: master, facts: try await ledger.keys())
    }
}
