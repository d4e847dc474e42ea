// Waiting in tests.

/// Something did not happen.
public struct NotHappened: Error, CustomStringConvertible {
    public let description = "it did not happen within a minute"
}

/// Waits for something, for a minute at most.
///
/// - Parameter isSo: Whether it has happened.
/// - Throws: ``NotHappened``; what `isSo` throws.
public func eventually(_ isSo: () async throws -> Bool) async throws {
    for _ in 0..<1200 {
        if try await isSo() { return }
        try await Task.sleep(for: .milliseconds(50))
    }
    throw NotHappened()
}
