// The time of day from a hub.

package import HubProtocol
import Ledger
import Sync
import TicketSigning

/// Asks a hub what time it is, for a machine whose own clock may be wrong by years.
package enum HubClock {
    /// An answer that took longer is not a time; the first one includes the connection's making.
    private static let tries = 3

    /// Measures how far this machine's clock is from the hub's.
    ///
    /// Without the right time nobody can check a certificate, so the connection's is not. The answer is the hub's all
    /// the same, and new: the hub has signed it together with random bytes of the request. Nothing else is sent.
    ///
    /// - Parameters:
    ///   - address: The hub's address.
    ///   - hub: The hub whose answer counts.
    ///   - now: This machine's wall clock, in milliseconds since 1970-01-01 00:00:00 UTC.
    ///   - limit: How long an answer may take.
    /// - Returns: The hub's clock minus this machine's, in milliseconds, to within half a second; `nil` if no answer
    ///   came within a second.
    /// - Throws: ``HubClientError``; `SyncFileError`.
    package static func offset(
        of address: HubAddress, hub: HubFingerprint, now: @escaping @Sendable () -> Int64,
        within limit: Duration = .seconds(5)
    ) async throws -> Int64? {
        // Of a key for this once, whose signature the hub does not check.
        let connection = HubConnection(
            to: address, as: .random(), key: try BoxKey(), hub: hub, now: now, within: limit, elapsed: { .now },
            pause: { try await Task.sleep(for: $0) },
            over: { CurlTransport(address: address, checkingCertificate: false) })
        for _ in 0..<tries {
            let _: [String: String] = try await connection.ask("GET", "/healthz", by: .now + limit)
            if let offset = await connection.knownClockOffset { return offset }
        }
        return nil
    }
}
