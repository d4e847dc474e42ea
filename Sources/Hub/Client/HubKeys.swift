// A box asks its hub for the keys of its events.

import Ledger
public import Sync
public import TicketSigning

/// Fetches event keys, sealed for this box.
public struct HubKeys: Sendable {
    private let connection: HubConnection
    private let key: BoxKey

    /// - Parameters:
    ///   - connection: To the hub.
    ///   - key: The box's, which alone opens them.
    public init(over connection: HubConnection, key: BoxKey) {
        self.connection = connection
        self.key = key
    }

    /// All keys that the hub has for this box.
    ///
    /// - Returns: Possibly none; those that are retired are not among them.
    /// - Throws: ``HubClientError``; `KeyFileError` for what is no event key.
    public func fetch() async throws -> [EventKey] {
        let answer: Wire.Keys = try await connection.ask("GET", "/v1/keys", by: .now + .seconds(15))
        return try answer.keys.map { wire in
            guard let bytes = key.open(wire.sealed.bytes) else { throw HubClientError.notSealedForThisBox }
            return try KeyFile.eventKey(in: bytes, from: "from the hub")
        }
    }
}
