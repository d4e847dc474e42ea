// What benchmarks share: how much to do, a folder on the disk that is measured, and the ledgers that take long to make.

/// The surroundings of a run.
actor Workshop {
    /// Whether to measure less, for a quick look or a check of the benchmarks themselves.
    nonisolated let isQuick: Bool
    /// An empty folder on the disk to measure, removed afterwards.
    nonisolated let folder: String
    /// A folder of pictures, if one was given.
    nonisolated let images: String?
    /// The folder that this program and `doorcheck` were built into.
    nonisolated let programs: String

    private var lists: [Int: SampleLedger] = [:]

    /// - Parameters:
    ///   - isQuick: Whether to measure less.
    ///   - folder: Empty, on the disk to measure.
    ///   - images: A folder of pictures.
    ///   - programs: Where `doorcheck` is.
    init(isQuick: Bool, folder: String, images: String?, programs: String) {
        self.isQuick = isQuick
        self.folder = folder
        self.images = images
        self.programs = programs
    }

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
