// What benchmarks share: how much to do, a folder on the disk that is measured, and the ledgers that take long to make.

/// The surroundings of a run.
actor BenchmarkContext {
    /// What to measure and how much.
    nonisolated let options: BenchOptions
    /// An empty folder on the disk to measure, removed afterwards.
    nonisolated let folder: String
    /// A folder of pictures, if one was given.
    nonisolated let images: String?
    /// The folder that this program and `doorcheck` were built into.
    nonisolated let programs: String

    private var lists: [Int: SampleLedger] = [:]

    /// - Parameters:
    ///   - options: What to measure and how much.
    ///   - folder: Empty, on the disk to measure.
    ///   - images: A folder of pictures.
    ///   - programs: Where `doorcheck` is.
    init(options: BenchOptions, folder: String, images: String?, programs: String) {
        self.options = options
        self.folder = folder
        self.images = images
        self.programs = programs
    }

    /// Whether to measure less, for a quick look or a check of the benchmarks themselves.
    nonisolated var isQuick: Bool { options.quick }

    /// The short and the long ticket list that look-ups are compared on: 10 thousand and 1 million tickets.
    nonisolated var listSizes: (short: Int, long: Int) {
        isQuick ? (1_000, 20_000) : (10_000, 1_000_000)
    }

    /// A ledger with so many tickets, made when it is first asked for.
    ///
    /// - Parameter count: How many, from ``listSizes``.
    /// - Returns: The same ledger for the same number.
    /// - Throws: `LedgerError` and others when it cannot be made.
    func list(of count: Int) async throws -> SampleLedger {
        if let made = lists[count] { return made }
        let list = try await SampleLedger(in: "\(folder)/list-\(count)", tickets: count, codes: min(count, 4_000))
        lists[count] = list
        return list
    }
}
