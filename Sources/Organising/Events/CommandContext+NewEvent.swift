// Adding an event.

package import DoorInstallation
package import Ledger
package import TicketSigning

extension CommandContext {
    /// Adds an event with its first key, which is derived from the master key.
    ///
    /// - Parameters:
    ///   - settings: The event with its gates.
    ///   - suite: How its tickets are signed.
    /// - Throws: ``CommandError`` if the master key is not on this machine; `LedgerError`, `KeyFileError`.
    package func add(_ settings: EventSettings, suite: SignatureSuite) async throws {
        let key = try keys.master().eventKey(for: settings.event.id, epoch: 1, suite: suite)
        let root = try await becomeOrganiser()
        try await keys.keep(key) {
            try await ledger.add(settings, key: KeyRecord(key), signedBy: root)
        }
    }
}
