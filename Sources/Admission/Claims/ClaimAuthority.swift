// Who knows what other gates do.

/// Asked before somebody is let through, so that of two gates that see one ticket at the same moment one lets in.
public protocol ClaimAuthority: Sendable {
    /// Asks for a ticket's next turn; answers within a time that a guest does not notice.
    ///
    /// - Parameter request: What would happen.
    /// - Returns: Whether the gate may go on.
    func claim(_ request: ClaimRequest) async -> ClaimResult

    /// Gives a turn back that was not used.
    ///
    /// - Parameter number: From ``ClaimResult/won(number:others:)``.
    func release(_ number: Int64) async
}
