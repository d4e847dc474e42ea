// The transport of requests to the hub.

import HubProtocol
import Ledger

/// Sends one request at a time, over a network or within a test.
protocol HTTPTransport {
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - target: Path and query.
    ///   - body: JSON; empty for no body.
    ///   - headers: Pairs of name and value.
    ///   - deadline: When the caller gives up.
    /// - Returns: The server's response, whatever its status.
    /// - Throws: ``HubClientError/unreachable(host:reason:)``.
    nonisolated(nonsending) func run(
        _ method: String,
        _ target: String,
        body: [UInt8],
        headers: [(name: String, value: String)],
        by deadline: ContinuousClock.Instant
    ) async throws(HubClientError) -> HubResponse
}

/// A response of the hub.
struct HubResponse: Sendable {
    let status: Int
    let body: [UInt8]
    /// The response's headers, by names in lower case.
    let headers: [String: String]

    /// The hub's wall clock in milliseconds; `nil` if the response does not state it.
    var hubTime: Int64? { self[SignatureHeader.time].flatMap { Bounded<MomentBounds>(text: $0)?.wrappedValue } }

    subscript(name: String) -> String? { headers[name.lowercased()] }
}
