// Rounds of ours and of the peer's in turn, so that a busy machine slows both.

/// One number per round and side.
struct Samples: Sendable {
    private(set) var ours: [Double] = []
    private(set) var theirs: [Double] = []

    /// Measures both sides in turn; who begins changes from round to round.
    ///
    /// - Parameters:
    ///   - rounds: How many count, 1 or more; one more goes before them to warm the caches.
    ///   - ours: One round of ours.
    ///   - theirs: One round of the peer's.
    /// - Throws: What a round throws.
    init(rounds: Int, ours: () async throws -> Double, theirs: () async throws -> Double) async throws {
        for round in 0...rounds {
            var pair = (ours: 0.0, theirs: 0.0)
            if round.isMultiple(of: 2) {
                pair.ours = try await ours()
                pair.theirs = try await theirs()
            } else {
                pair.theirs = try await theirs()
                pair.ours = try await ours()
            }
            guard round > 0 else { continue }
            self.ours.append(pair.ours)
            self.theirs.append(pair.theirs)
        }
    }

    /// Quantities that do not vary from round to round.
    init(ours: Double, theirs: Double) {
        self.ours = [ours]
        self.theirs = [theirs]
    }
}

/// The seconds that `body` takes.
///
/// - Throws: What `body` throws.
func seconds(of body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
}
