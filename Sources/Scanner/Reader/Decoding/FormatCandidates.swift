// Which formats a damaged symbol may have.

/// The readings of a symbol's format information, the likeliest first.
///
/// Its buffer is reused: it allocates nothing once warm.
struct FormatCandidates {
    /// One way to read a symbol.
    struct Candidate {
        let format: FormatInformation
        let isMirrored: Bool
        /// How well the format's bits agree with the modules; comparable within a symbol.
        let agreement: Int32
    }

    /// Each candidate costs time and certainty, and a fourth has read no more symbols than three.
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
    ///   - layout: Of the symbol's version; it has as many modules as there are levels.
    mutating func compare(_ levels: [Int16], layout: SymbolLayout) {
        candidates.removeAll(keepingCapacity: true)
        // Else a few very clear modules of something that lies over one copy outvote the whole other copy.
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

    /// The two copies of each bit, added up.
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
