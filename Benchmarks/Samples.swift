// Rounds of ours and of the peer's in turn, so that a busy machine slows both.

/// One number per round and side: the sum of the turns that the side had in the round.
struct Samples: Sendable {
    private(set) var ours: [Double] = []
    private(set) var theirs: [Double] = []

    /// Measures both sides in turn; who begins changes from turn to turn.
    ///
    /// - Parameters:
    ///   - rounds: How many count, 1 or more; one more goes before them to warm the caches.
    ///   - turns: How many times each side has its turn in a round, 1 or more: several where the machine's mood
    ///     changes within a round, as a disk's does.
    ///   - ours: One turn of ours.
    ///   - theirs: One turn of the peer's.
    /// - Throws: What a turn throws.
    init(
        rounds: Int,
        turns: Int = 1,
        ours: () async throws -> Double,
        theirs: () async throws -> Double
    ) async throws {
        for turn in 0..<(rounds + 1) * turns {
            if turn.isMultiple(of: turns) {
                self.ours.append(0)
                self.theirs.append(0)
            }
            let oursFirst = turn.isMultiple(of: 2)
            if oursFirst { self.ours[turn / turns] += try await ours() }
            self.theirs[turn / turns] += try await theirs()
            if !oursFirst { self.ours[turn / turns] += try await ours() }
        }
        self.ours.removeFirst()
        self.theirs.removeFirst()
    }

    /// Quantities that do not vary from round to round.
    init(ours: Double, theirs: Double) {
        self.ours = [ours]
        self.theirs = [theirs]
    }

    /// The same rounds in another unit.
    ///
    /// - Parameter transform: From the sum of a round's turns.
    /// - Returns: As many rounds.
    func map(_ transform: (Double) -> Double) -> Samples {
        var mapped = self
        mapped.ours = ours.map(transform)
        mapped.theirs = theirs.map(transform)
        return mapped
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
