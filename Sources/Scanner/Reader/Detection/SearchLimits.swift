// What each effort may cost.

/// Bounds on the search of one frame.
struct SearchLimits {
    /// See ``WorkBudget``; live about 10 ms at 1280 × 720, whatever the frame shows.
    var work: Int
    /// Finder patterns kept, the best first.
    var patterns: Int
    /// Triples looked at in the picture.
    var triples: Int
    /// Symbols tried as bent at each level.
    var bends: Int
    /// Whether to go on after a level that gave a code.
    var goesOn: Bool

    /// Triples fitted at each level as long as nothing is read, and more for each symbol that is.
    static let fits = 5
    static let fitsPerSymbol = 6
    /// Symbols sampled at each level without one being read.
    static let samplings = 5

    /// - Parameters:
    ///   - effort: How hard to look.
    ///   - pixels: Of the frame.
    init(_ effort: DecodeEffort, pixels: Int) {
        switch effort {
        case .live:
            // Larger pictures than a camera's frame are no hurry.
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
