// The possible formats of a damaged symbol.

/// The interpretations of a symbol's format information, likeliest first.
///
/// Reuses its buffer, so it allocates nothing once warmed up.
struct FormatCandidates {
    /// A possible format and orientation.
    struct Candidate {
        let format: FormatInformation
        let isMirrored: Bool
        /// The agreement of the format's bits with the modules; comparable only within a symbol.
        let agreement: Int32
    }

    /// The maximum number of candidates: each costs time and certainty, and four have read no more symbols than
    /// three.
    private static let maximumCount = 3

    private(set) var candidates: [Candidate] = []

    init() {
        candidates.reserveCapacity(Self.maximumCount + 1)
    }

    /// Compares the modules with all 32 formats, upright and mirrored, and keeps those that agree at least half as
    /// well as the best.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: The layout of the symbol's version, with one module per level.
    mutating func compare(_ levels: [Int16], layout: SymbolLayout) {
        candidates.removeAll(keepingCapacity: true)
        // Without a limit, a few very clear modules of something that covers one copy would outvote the other copy.
        let total = levels.reduce(0) { $0 + Int32($1.magnitude) }
        let limit = max(1, total / Int32(max(1, levels.count)))
        for isMirrored in [false, true] {
            let bits = Self.bits(of: levels, layout: layout, isMirrored: isMirrored, limit: limit)
            for format in FormatInformation.all {
                insert(Candidate(format: format, isMirrored: isMirrored, agreement: format.agreement(with: bits)))
            }
        }
        let best = candidates.first?.agreement ?? 0
        candidates.removeAll { $0.agreement <= 0 || 2 * $0.agreement < best }
    }

    /// Returns the sum of each bit's two copies.
    private static func bits(
        of levels: [Int16], layout: SymbolLayout, isMirrored: Bool, limit: Int32
    ) -> SIMD16<Int32> {
        let dimension = layout.version.dimension
        var bits = SIMD16<Int32>.zero
        for copy in layout.formatPlaces {
            for (bit, place) in copy.enumerated() {
                let place = isMirrored ? place % dimension * dimension + place / dimension : place
                bits[bit] += min(max(Int32(levels[place]), -limit), limit)
            }
        }
        return bits
    }

    private mutating func insert(_ candidate: Candidate) {
        let place = candidates.firstIndex { $0.agreement < candidate.agreement } ?? candidates.count
        guard place < Self.maximumCount else { return }
        candidates.insert(candidate, at: place)
        if candidates.count > Self.maximumCount { candidates.removeLast() }
    }
}
