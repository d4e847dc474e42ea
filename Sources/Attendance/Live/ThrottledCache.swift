// A value that takes long to compute.

/// A value that is computed again only if its inputs have changed, and only after so many times as long as a
/// computation takes; twenty times unless something else is said.
package struct ThrottledCache<Value: Sendable>: Sendable {
    package private(set) var value: Value?
    private var state = ""
    private var rest: ContinuousClock.Instant?
    /// How long a computation takes. It at most doubles each time: a machine that stands still for a second must not
    /// keep the value from being computed again for minutes.
    private var cost: Duration = .milliseconds(5)

    package init() {}

    /// Computes the value again if it is time to.
    ///
    /// - Parameters:
    ///   - newState: What the value is computed from; the same text for the same inputs.
    ///   - times: How many times as long as a computation none follows.
    ///   - body: Computes it.
    /// - Throws: What `body` throws.
    package mutating func refresh(
        for newState: String, resting times: Int = 20, _ body: () async throws -> Value
    ) async throws {
        if newState == state, value != nil { return }
        let begin = ContinuousClock.now
        if let rest, begin < rest { return }
        value = try await body()
        state = newState
        cost = min(begin.duration(to: .now), max(cost * 2, .milliseconds(1)))
        rest = begin + cost * times
    }
}
