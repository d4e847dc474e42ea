// The context that benchmarks share: the options, a folder on the measured disk, and ledgers that take long to
// create.

/// The context of a run.
actor BenchmarkContext {
    /// The options of the run.
    nonisolated let options: BenchOptions
    /// An empty folder on the disk to measure, removed afterwards.
    nonisolated let folder: String
    /// A folder of pictures, if one was given.
    nonisolated let images: String?
    /// The folder that this program and `doorcheck` were built into.
    nonisolated let programs: String

    private var lists: [Int: SampleLedger] = [:]

    /// - Parameters:
    ///   - options: The options of the run.
    ///   - folder: An empty folder on the disk to measure.
    ///   - images: A folder of pictures.
    ///   - programs: The folder that contains `doorcheck`.
    init(options: BenchOptions, folder: String, images: String?, programs: String) {
        self.options = options
        self.folder = folder
        self.images = images
        self.programs = programs
    }

    /// Whether to measure less, for a quick look or to test the benchmarks themselves.
    nonisolated var isQuick: Bool { options.quick }

    /// The lengths of the short and the long ticket list that are compared: 10 thousand and 1 million tickets.
    nonisolated var listSizes: (short: Int, long: Int) {
        isQuick ? (1_000, 20_000) : (10_000, 1_000_000)
    }

    /// Returns a ledger with a number of tickets, and creates it on first use.
    ///
    /// - Parameter count: The number of tickets, from ``listSizes``.
    /// - Returns: The same ledger for the same number.
    /// - Throws: `LedgerError` and others if it cannot be created.
    func list(of count: Int) async throws -> SampleLedger {
        if let made = lists[count] { return made }
        let list = try await SampleLedger(in: "\(folder)/list-\(count)", tickets: count, codes: min(count, 4_000))
        lists[count] = list
        return list
    }
}
