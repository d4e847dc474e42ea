// This box's connections to its hub.

import Admission
import Hub
import Ledger
import Logging
import ServiceLifecycle

/// What `run` does with a hub: asks it before somebody is let in, and shares records with it.
struct HubLink {
    /// Asked by the desk.
    let claims: HubClaimAuthority
    /// Shares records all the while.
    let service: any Service
    /// Asked for keys that are missing.
    let keys: HubKeys

    /// - Parameters:
    ///   - context: With the configuration, the ledger and the box's key.
    ///   - logger: Takes what goes wrong.
    /// - Returns: `nil` where the configuration names no hub.
    /// - Throws: ``CommandError`` for an address that is none; `KeyFileError`, `SyncFileError`, `LedgerError`.
    static func make(_ context: CommandContext, logger: Logger) async throws -> HubLink? {
        // One connection each, so that a claim waits for nothing else.
        guard let transport = try await transport(context), let address = try address(context) else { return nil }
        return HubLink(
            claims: HubClaimAuthority(claims: ClaimClient(over: try await connection(context, to: address))),
            service: HubSharing(ledger: context.ledger, transport: transport, logger: logger),
            keys: HubKeys(over: try await connection(context, to: address), key: try context.keys.boxKey())
        )
    }

    /// What a sync goes over; `nil` where the configuration names no hub.
    static func transport(_ context: CommandContext) async throws -> HubSyncTransport? {
        guard let address = try address(context) else { return nil }
        return HubSyncTransport(over: try await connection(context, to: address), to: address) {
            Terminal.note("doorcheck: the hub has a record that no ledger writes (\($0)); it was left out.")
        }
    }

    /// Where keys come from; `nil` where the configuration names no hub.
    static func keys(_ context: CommandContext) async throws -> HubKeys? {
        guard let address = try address(context) else { return nil }
        return HubKeys(over: try await connection(context, to: address), key: try context.keys.boxKey())
    }

    /// Asks the hub for turns, for a command; `nil` where the configuration names no hub.
    static func claims(_ context: CommandContext) async throws -> HubClaimAuthority? {
        guard let address = try address(context) else { return nil }
        return HubClaimAuthority(claims: ClaimClient(over: try await connection(context, to: address)))
    }

    private static func connection(_ context: CommandContext, to address: HubAddress) async throws -> HubConnection {
        let box = try await context.ledger.ownBox().id
        let key = try context.keys.boxKey()
        return HubConnection(to: address, as: box, key: key, now: { WallClock.now.milliseconds })
    }

    private static func address(_ context: CommandContext) throws -> HubAddress? {
        guard let url = context.configuration.hubURL else { return nil }
        guard let address = HubAddress(url: url, authority: context.configuration.hubAuthorityPath) else {
            throw CommandError(
                .configuration, "`hub.url` expects https:// and a name without a path, not a longer address.")
        }
        return address
    }
}
