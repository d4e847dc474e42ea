// What each effort may cost.

/// Bounds on the search of one frame.
struct SearchLimits {
    /// In points, see ``Work``.
    var work: Int
    /// Finder patterns kept, the best first.
    var patterns: Int
    /// Triples looked at in the picture.
    var triples: Int
    /// Triples fitted at each level as long as nothing is read, and more for each symbol that is.
    var fits: Int
    var fitsPerSymbol: Int
    /// Symbols sampled at each level without one being read.
    var samplings: Int
    /// Whether to go on after a level that gave a code.
    var goesOn: Bool

    init(_ effort: DecodeEffort) {
        switch effort {
        case .live:
            self.init(
                work: 1_500_000, patterns: 60, triples: 300, fits: 10, fitsPerSymbol: 6, samplings: 12, goesOn: false
            )
        case .thorough:
            self.init(
                work: 50_000_000, patterns: 300, triples: 6000, fits: 10, fitsPerSymbol: 6, samplings: 12, goesOn: true
            )
        }
    }

    private init(
        work: Int, patterns: Int, triples: Int, fits: Int, fitsPerSymbol: Int, samplings: Int, goesOn: Bool
    ) {
        self.work = work
        self.patterns = patterns
        self.triples = triples
        self.fits = fits
        self.fitsPerSymbol = fitsPerSymbol
        self.samplings = samplings
        self.goesOn = goesOn
    }
}
