// What others see while something goes on.

/// Looks again and again, at least a millisecond apart, while something goes on.
///
/// - Parameters:
///   - look: Returns what is seen.
///   - work: What goes on.
/// - Returns: All that was seen until it was over.
/// - Throws: What `work` throws; an error of `look` ends the looking, and is thrown once the work is over.
public func watching<Seen: Sendable>(
    _ look: @escaping @Sendable () async throws -> Seen,
    during work: () async throws -> Void
) async throws -> [Seen] {
    let watcher = Task {
        var seen: [Seen] = []
        do {
            while !Task.isCancelled {
                seen.append(try await look())
                try await Task.sleep(for: .milliseconds(1))
            }
        } catch is CancellationError {
            // The work is over.
        }
        return seen
    }
    defer { watcher.cancel() }
    try await work()
    watcher.cancel()
    return try await watcher.value
}
