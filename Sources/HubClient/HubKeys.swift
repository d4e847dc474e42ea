// Requests a box's event keys from its hub.

import HubProtocol
import Ledger
public import Sync
public import TicketSigning

/// Fetches event keys that are sealed for this box.
public struct HubKeys: Sendable {
    private let connection: HubConnection
    private let key: BoxKey

    /// - Parameters:
    ///   - connection: The connection to the hub.
    ///   - key: The box's key, the only one that opens them.
    public init(over connection: HubConnection, key: BoxKey) {
        self.connection = connection
        self.key = key
    }

    /// Fetches all keys that the hub has for this box.
    ///
    /// - Returns: The keys, without retired ones; may be empty.
    /// - Throws: ``HubClientError``; `KeyFileError` if the hub sent something that is not an event key.
    public func fetch() async throws -> [EventKey] {
        let answer: Wire.Keys = try await connection.ask("GET", "/v1/keys", by: connection.deadline)
        return try answer.keys.map { wire in
            guard let bytes = key.open(wire.sealed.bytes) else { throw HubClientError.notSealedForThisBox }
            return try KeyFile.eventKey(in: bytes, from: "from the hub")
        }
    }
}
