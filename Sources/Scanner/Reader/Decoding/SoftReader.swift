// A reader of symbols that weighs how sure each module is.

/// Reads symbols by error correction that knows which modules are doubtful.
///
/// Its buffers are reused: it allocates little once it has read a symbol of the same size.
///
/// - SeeAlso: docs/adr/0006-soft-decision.md
struct SoftReader {
    private var formats = FormatCandidates()
    private var codewords = SampledCodewords()
    private var correction = BlockCorrection()

    /// Tries every likely format, as a reader without confidences would, then the likeliest with erasures.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: Of the symbol's version; it has as many modules as there are levels.
    /// - Returns: The content, as ``DataSegments`` gives it; nil where error correction did not hold with margin.
    /// - Complexity: up to 3 corrections of each block, then up to 16 more.
    mutating func read(_ levels: [Int16], layout: SymbolLayout) -> [UInt8]? {
        guard layout.hasPlausibleVersion(levels) else { return nil }
        formats.compare(levels, layout: layout)
        for candidate in formats.candidates {
            if let content = read(levels, layout: layout, as: candidate, suspicion: .none) { return content }
        }
        guard let likeliest = formats.candidates.first else { return nil }
        return read(levels, layout: layout, as: likeliest, suspicion: .mostDoubtful)
    }

    private mutating func read(
        _ levels: [Int16], layout: SymbolLayout, as candidate: FormatCandidates.Candidate,
        suspicion: BlockCorrection.Suspicion
    ) -> [UInt8]? {
        let format = candidate.format
        codewords.sample(levels, layout: layout, mask: format.mask, isMirrored: candidate.isMirrored)
        let blocks = BlockLayout(of: layout, level: format.level)
        guard correction.correct(codewords, blocks: blocks, suspicion: suspicion) else { return nil }
        return DataSegments.content(of: correction.data, version: layout.version)
    }
}
