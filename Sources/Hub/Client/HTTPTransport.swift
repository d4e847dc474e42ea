// The way of requests to the hub.

/// Carries one request at a time: over a network, or within a test.
protocol HTTPTransport {
    /// - Parameters:
    ///   - method: As in the request.
    ///   - target: Path and query.
    ///   - body: JSON; empty for none.
    ///   - headers: Names and values.
    ///   - deadline: When the caller gives up.
    /// - Returns: Whatever the server answered.
    /// - Throws: ``HubClientError/unreachable(host:reason:)``.
    nonisolated(nonsending) func run(
        _ method: String,
        _ target: String,
        body: [UInt8],
        headers: [(name: String, value: String)],
        by deadline: ContinuousClock.Instant
    ) async throws(HubClientError) -> HubResponse
}

/// What came back.
struct HubResponse: Sendable {
    let status: Int
    let body: [UInt8]
    /// The hub's wall clock in milliseconds, where it says.
    let hubTime: Int64?
}
