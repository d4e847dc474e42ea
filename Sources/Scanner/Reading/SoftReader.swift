// A reader of symbols that weighs how sure each module is.

/// Reads symbols by error correction that knows which modules are doubtful.
///
/// Its buffers are reused: it allocates little once it has read a symbol of the same size.
///
/// - SeeAlso: docs/adr/0006-soft-decision.md
struct SoftReader {
    /// What a symbol says.
    struct Reading {
        /// Never empty; see ``DataSegments``.
        let content: [UInt8]
        let isMirrored: Bool
    }

    private var formats = FormatCandidates()
    private var codewords = SampledCodewords()
    private var correction = BlockCorrection()

    /// Tries every likely format, at first as a reader without confidences would, then with erasures.
    ///
    /// - Parameters:
    ///   - grid: A symbol, upright or mirrored.
    ///   - layout: Of the grid's size.
    /// - Returns: The reading; nil where error correction did not hold with margin.
    /// - Complexity: see docs/adr/0006-soft-decision.md; bounded by 8 attempts of at most 14 corrections a block.
    mutating func read(_ grid: ModuleGrid, layout: SymbolLayout) -> Reading? {
        guard layout.hasPlausibleVersion(grid) else { return nil }
        formats.compare(grid.levels, layout: layout)
        let mirrored = formats.candidates.contains(where: \.isMirrored) ? grid.transposed : grid
        for suspicion in [BlockCorrection.Suspicion.none, .leastConfident] {
            for candidate in formats.candidates {
                let levels = candidate.isMirrored ? mirrored.levels : grid.levels
                if let content = read(levels, layout: layout, format: candidate.format, suspicion: suspicion) {
                    return Reading(content: content, isMirrored: candidate.isMirrored)
                }
            }
        }
        return nil
    }

    private mutating func read(
        _ levels: [Int16], layout: SymbolLayout, format: FormatInformation, suspicion: BlockCorrection.Suspicion
    ) -> [UInt8]? {
        codewords.sample(levels, layout: layout, mask: format.mask)
        let blocks = BlockLayout(of: layout, level: format.level)
        guard correction.correct(codewords, blocks: blocks, suspicion: suspicion) else { return nil }
        return DataSegments.content(of: correction.data, version: layout.version)
    }
}
