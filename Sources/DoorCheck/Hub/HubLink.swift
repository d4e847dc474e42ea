// This box's connections to its hub.

import Admission
import Hub
import Ledger
import Logging
import ServiceLifecycle

/// What `run` does with a hub: asks it before somebody is let in, and shares records with it.
struct HubLink {
    /// Asked by the desk.
    let claims: HubClaimBook
    /// Shares records all the while.
    let service: any Service

    /// - Parameters:
    ///   - station: With the configuration, the ledger and the box's key.
    ///   - logger: Takes what goes wrong.
    /// - Returns: `nil` where the configuration names no hub.
    /// - Throws: ``CommandError`` for an address that is none; `KeyFileError`, `SyncFileError`, `LedgerError`.
    static func make(_ station: Station, logger: Logger) async throws -> HubLink? {
        guard let url = station.configuration.hubURL else { return nil }
        guard let address = HubAddress(url: url, authority: station.configuration.hubAuthorityPath) else {
            throw CommandError(
                .configuration, "`hub.url` expects https:// and a name without a path, not a longer address.")
        }
        let key = try station.keys.boxKey()
        let box = try await station.ledger.ownBox().id
        // One connection each, so that a claim waits for nothing else.
        let connections = (0..<2).map { _ in
            HubConnection(to: address, as: box, key: key, now: { WallClock.now.milliseconds })
        }
        return HubLink(
            claims: HubClaimBook(claims: HubClaims(over: connections[0])),
            service: HubSharing(
                ledger: station.ledger,
                carrier: HubCarrier(over: connections[1], to: address),
                logger: logger
            )
        )
    }
}
