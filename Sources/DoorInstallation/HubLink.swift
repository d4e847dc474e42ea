// This box's connections to its hub.

import Admission
import DoorConfiguration
import DoorOutput
import DoorTexts
package import HubClient
import Ledger
package import Sync

/// The hub connections of `run`: for claims before an admission, and for sharing records.
package struct HubLink {
    /// The claim authority for the desk.
    package let claims: ClaimClient
    /// Shares records.
    package let transport: HubSyncTransport
    /// Provides missing keys.
    package let keys: HubKeys
    /// The key of the box.
    package let key: BoxKey
    /// What the hub is told of this box.
    package let report: BoxReport

    /// - Parameter context: The context with the configuration, the ledger and the box's key.
    /// - Returns: `nil` if the configuration names no hub.
    /// - Throws: ``CommandError`` for an invalid address; `KeyFileError`, `SyncFileError`, `LedgerError`.
    package static func make(_ context: CommandContext) async throws -> HubLink? {
        // Separate connections, so that a claim never waits for other requests.
        let report = BoxReport(version: ProgramVersion.current)
        guard let transport = try await transport(context, waitingForNews: true, telling: report),
            let address = try address(context)
        else { return nil }
        let (claims, keys) = (
            try await connection(context, to: address, telling: report),
            try await connection(context, to: address, telling: report)
        )
        return HubLink(
            claims: ClaimClient(over: claims), transport: transport,
            keys: HubKeys(over: keys, key: try await context.boxKey()), key: try await context.boxKey(),
            report: report)
    }

    /// - Parameters:
    ///   - context: The context with the configuration, the ledger and the box's key.
    ///   - isWaiting: Whether it is asked for news between syncs.
    ///   - report: What the hub is told of this box.
    /// - Returns: The transport for a sync; `nil` if the configuration names no hub.
    /// - Throws: As ``make(_:)``.
    package static func transport(
        _ context: CommandContext,
        waitingForNews isWaiting: Bool = false,
        telling report: BoxReport = BoxReport(version: ProgramVersion.current)
    ) async throws -> HubSyncTransport? {
        guard let address = try address(context) else { return nil }
        let waiting = isWaiting ? try await connection(context, to: address, telling: report) : nil
        let connection = try await connection(context, to: address, telling: report)
        return HubSyncTransport(over: connection, waiting: waiting, to: address) {
            Terminal.note("doorcheck: the hub has an invalid record (\($0)); it was skipped.")
        }
    }

    /// Returns the source of keys; `nil` if the configuration names no hub.
    package static func keys(_ context: CommandContext) async throws -> HubKeys? {
        guard let address = try address(context) else { return nil }
        return HubKeys(over: try await connection(context, to: address), key: try await context.boxKey())
    }

    /// Returns the claim authority for a command; `nil` if the configuration names no hub.
    package static func claims(_ context: CommandContext) async throws -> ClaimClient? {
        guard let address = try address(context) else { return nil }
        return ClaimClient(over: try await connection(context, to: address))
    }

    private static func connection(
        _ context: CommandContext, to address: HubAddress,
        telling report: BoxReport = BoxReport(version: ProgramVersion.current)
    ) async throws -> HubConnection {
        let box = try await context.ledger.ownBox().id
        let key = try await context.boxKey()
        let hub = try context.keys.joinedHub()
        let connection = HubConnection(
            to: address, as: box, key: key, hub: hub, now: { WallClock.now.milliseconds })
        await connection.tell(report)
        return connection
    }

    private static func address(_ context: CommandContext) throws -> HubAddress? {
        guard let url = context.configuration.hubURL else { return nil }
        guard let address = HubAddress(url: url, authority: context.configuration.hubAuthorityPath) else {
            throw CommandError(
                .configuration, "`hub.url` expects https:// and a host name, without a path.")
        }
        return address
    }
}
