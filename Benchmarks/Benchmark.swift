// The interface of benchmarks: a new benchmark is one more file.

/// A benchmark that `scripts/bench` runs by name.
protocol Benchmark: Sendable {
    /// The name on the command line and in figures: lower-case words with dots.
    var name: String { get }
    /// The quantity and the peer it is compared with, for `--list`.
    var summary: String { get }

    /// Runs the benchmark.
    ///
    /// - Parameter context: The options, the folder for files, and shared ledgers.
    /// - Returns: The figures, or why there are none.
    /// - Throws: An error if something does not work at all; then no further benchmark runs.
    func run(in context: BenchmarkContext) async throws -> Outcome
}

/// The outcome of a benchmark.
enum Outcome: Sendable {
    /// One or more figures; the first has the benchmark's name.
    case figures([Figure])
    /// A table for people, and its content as figures.
    case table([String], [Figure])
    /// Nothing could be measured; the sentence says what to do about it.
    case skipped(String)
}
