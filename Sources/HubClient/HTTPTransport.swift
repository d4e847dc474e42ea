// The transport of requests to the hub.

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
    /// The hub's wall clock in milliseconds; `nil` if the response does not state it.
    let hubTime: Int64?
}
