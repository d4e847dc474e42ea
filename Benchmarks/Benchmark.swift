// What every benchmark has, so that the next one is one more file.

/// Something that `scripts/bench` can measure by name.
protocol Benchmark: Sendable {
    /// What it is called on the command line and in its figures: lower-case words with dots.
    var name: String { get }
    /// What it measures, against what; for `--list`.
    var summary: String { get }

    /// Measures.
    ///
    /// - Parameter workshop: How much to measure, where to put files, and ledgers to share.
    /// - Returns: The figures, or why there are none.
    /// - Throws: When something does not work at all; then no benchmark after it runs.
    func run(in workshop: BenchmarkContext) async throws -> Outcome
}

/// What comes of a benchmark.
enum Outcome: Sendable {
    /// One or more figures; the first bears the benchmark's name.
    case figures([Figure])
    /// A table for people, and its content as figures.
    case table([String], [Figure])
    /// Nothing could be measured; the sentence says what to do about it.
    case skipped(String)
}
