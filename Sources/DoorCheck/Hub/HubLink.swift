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
    /// Asked for keys that are missing.
    let keys: HubKeys

    /// - Parameters:
    ///   - station: With the configuration, the ledger and the box's key.
    ///   - logger: Takes what goes wrong.
    /// - Returns: `nil` where the configuration names no hub.
    /// - Throws: ``CommandError`` for an address that is none; `KeyFileError`, `SyncFileError`, `LedgerError`.
    static func make(_ station: Station, logger: Logger) async throws -> HubLink? {
        // One connection each, so that a claim waits for nothing else.
        guard let carrier = try await carrier(station), let address = try address(station) else { return nil }
        return HubLink(
            claims: HubClaimBook(claims: HubClaims(over: try await connection(station, to: address))),
            service: HubSharing(ledger: station.ledger, carrier: carrier, logger: logger),
            keys: HubKeys(over: try await connection(station, to: address), key: try station.keys.boxKey())
        )
    }

    /// What a sync goes over; `nil` where the configuration names no hub.
    static func carrier(_ station: Station) async throws -> HubCarrier? {
        guard let address = try address(station) else { return nil }
        return HubCarrier(over: try await connection(station, to: address), to: address) {
            Terminal.note("doorcheck: the hub has a record that no ledger writes (\($0)); it was left out.")
        }
    }

    /// Where keys come from; `nil` where the configuration names no hub.
    static func keys(_ station: Station) async throws -> HubKeys? {
        guard let address = try address(station) else { return nil }
        return HubKeys(over: try await connection(station, to: address), key: try station.keys.boxKey())
    }

    /// Asks the hub for turns, for a command; `nil` where the configuration names no hub.
    static func claims(_ station: Station) async throws -> HubClaimBook? {
        guard let address = try address(station) else { return nil }
        return HubClaimBook(claims: HubClaims(over: try await connection(station, to: address)))
    }

    private static func connection(_ station: Station, to address: HubAddress) async throws -> HubConnection {
        let box = try await station.ledger.ownBox().id
        let key = try station.keys.boxKey()
        return HubConnection(to: address, as: box, key: key, now: { WallClock.now.milliseconds })
    }

    private static func address(_ station: Station) throws -> HubAddress? {
        guard let url = station.configuration.hubURL else { return nil }
        guard let address = HubAddress(url: url, authority: station.configuration.hubAuthorityPath) else {
            throw CommandError(
                .configuration, "`hub.url` expects https:// and a name without a path, not a longer address.")
        }
        return address
    }
}
