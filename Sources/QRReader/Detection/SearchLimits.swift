// The maximum cost of each effort.

/// Limits on the search of one frame.
struct SearchLimits {
    /// The maximum work, in the units of ``WorkBudget``; about 10 ms at 1280 × 720 in live search, whatever the frame
    /// shows.
    var work: Int
    /// The number of finder patterns kept, best first.
    var patterns: Int
    /// The number of triples examined in the picture.
    var triples: Int
    /// The number of symbols tried as bent at each level.
    var bends: Int
    /// Whether to continue after a level that yielded a code.
    var goesOn: Bool
    /// Whether to look for blurred symbols where nothing else was read.
    var equalises: Bool { goesOn }

    /// The number of triples fitted at each level while nothing has been read; each symbol read adds more.
    static let fits = 5
    static let fitsPerSymbol = 6
    /// The number of symbols sampled at each level without one being read.
    static let samplings = 5
    /// The work of reading a symbol that only the search for blurred ones has found, in the units of ``WorkBudget``.
    static let workPerCandidate = 1_000_000

    /// The finder patterns outside of the symbols that were read, among which blurred ones are looked for, and the
    /// triples of them that may fail before one is read.
    static let (patternsLeft, failuresLeft) = (60, 4)
    /// The cost up to which such a triple is tried: those of symbols had up to 0.55.
    static let mostCostLeft: Float = 0.8

    /// Creates the limits of an effort.
    ///
    /// - Parameters:
    ///   - effort: The search effort.
    ///   - pixels: The number of pixels in the frame.
    init(_ effort: DecodeEffort, pixels: Int) {
        switch effort {
        case .live:
            // Pictures larger than a camera's frame are less urgent.
            let camera = min(pixels, 1920 * 1080)
            let work = 2_100_000 + 2 * camera / 5 + pixels - camera
            self.init(work: work, patterns: 60, triples: 150, bends: 2, goesOn: false)
        case .thorough:
            self.init(work: 8_000_000 + 4 * pixels, patterns: 300, triples: 2000, bends: .max, goesOn: true)
        }
    }

    private init(work: Int, patterns: Int, triples: Int, bends: Int, goesOn: Bool) {
        self.work = work
        self.patterns = patterns
        self.triples = triples
        self.bends = bends
        self.goesOn = goesOn
    }
}
