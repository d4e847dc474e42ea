// Alternating rounds of our program and the peer, so that a busy machine slows both.

/// One number per round and side: the sum of the side's turns in the round.
struct Samples: Sendable {
    private(set) var ours: [Double] = []
    private(set) var theirs: [Double] = []

    /// Measures both sides alternately; the side that begins changes from turn to turn.
    ///
    /// - Parameters:
    ///   - rounds: The number of rounds that count, 1 or more; one more precedes them to warm the caches.
    ///   - turns: The number of turns of each side in a round, 1 or more: several if the machine's speed varies
    ///     within a round, as a disk's does.
    ///   - ours: One turn of our program.
    ///   - theirs: One turn of the peer.
    /// - Throws: Rethrows errors of the turns.
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

    /// Creates samples of quantities that do not vary from round to round.
    init(ours: Double, theirs: Double) {
        self.ours = [ours]
        self.theirs = [theirs]
    }

    /// Returns the same rounds in another unit.
    ///
    /// - Parameter transform: Converts the sum of a round's turns.
    /// - Returns: The same number of rounds.
    func map(_ transform: (Double) -> Double) -> Samples {
        var mapped = self
        mapped.ours = ours.map(transform)
        mapped.theirs = theirs.map(transform)
        return mapped
    }

    /// The same rounds against what is left of them without the part that the peer's side measured.
    var withoutPart: Samples {
        var left = self
        left.theirs = zip(ours, theirs).map { $0 - $1 }
        return left
    }
}

/// Returns the seconds that `body` takes.
///
/// - Throws: Rethrows errors of `body`.
func seconds(of body: () async throws -> Void) async throws -> Double {
    let start = ContinuousClock.now
    try await body()
    return (ContinuousClock.now - start) / .seconds(1)
}
