// The file of an event's key, for boxes that check the event's tickets.

package import DoorInstallation
package import Ledger
package import TicketSigning

/// What a box needs to check an event's tickets, as a file.
package enum EventKeyFile {
    /// Suite 1: whoever has it can create tickets of the event.
    case secret(EventKey)
    /// Suite 2: anyone may have it.
    case open(EventKeyCertificate)

    /// The bytes of the file.
    package var bytes: [UInt8] {
        switch self {
        case .secret(let key): KeyFile.bytes(of: key)
        case .open(let certificate): KeyFile.bytes(of: certificate)
        }
    }
}

extension CommandContext {
    /// Returns the file of a key; the master key is on this machine.
    ///
    /// - Parameter record: The key.
    /// - Returns: The file.
    /// - Throws: `KeyFileError`.
    package func keyFile(of record: KeyRecord) throws -> EventKeyFile {
        let master = try keys.master()
        let key = try master.eventKey(for: record.event, epoch: record.epoch, suite: record.suite)
        return try master.rootKey().certify(key).map { .open($0) } ?? .secret(key)
    }
}
