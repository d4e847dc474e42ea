// The authority that knows what other gates do.

/// Grants claims before somebody is let through, so that only one of two gates that scan a ticket at once admits it.
public protocol ClaimAuthority: Sendable {
    /// Requests a ticket's next movement; answers within a time that a guest does not notice.
    ///
    /// - Parameter request: What the gate is about to record.
    /// - Returns: Whether the gate may proceed.
    func claim(_ request: ClaimRequest) async -> ClaimResult

    /// Releases a claim that was not used.
    ///
    /// - Parameter number: The claim's number, from ``ClaimResult/won(number:others:)``.
    func release(_ number: Int64) async
}
