// A symbol reader that takes the confidence of each module into account.

/// Reads symbols with error correction that knows which modules are doubtful.
///
/// Reuses its buffers, so it allocates little once it has read a symbol of the same size.
///
/// - SeeAlso: docs/adr/0006-soft-decision.md
struct SoftReader {
    private var formats = FormatCandidates()
    private var codewords = SampledCodewords()
    private var correction = BlockCorrection()
    /// The format of the last symbol that was read.
    private var format: FormatCandidates.Candidate?

    /// Tries every likely format without confidences, then the likeliest one with erasures.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: The layout of the symbol's version, with one module per level.
    /// - Returns: The content, as returned by ``DataSegments``; nil if error correction failed or its margin was too
    ///   small.
    /// - Complexity: Up to 3 corrections of each block, then up to 16 more.
    mutating func read(_ levels: [Int16], layout: SymbolLayout) -> SymbolContent? {
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
    ) -> SymbolContent? {
        let format = candidate.format
        codewords.sample(levels, layout: layout, mask: format.mask, isMirrored: candidate.isMirrored)
        let blocks = BlockLayout(of: layout, level: format.level)
        guard correction.correct(codewords, blocks: blocks, suspicion: suspicion) else { return nil }
        self.format = candidate
        return DataSegments.content(of: correction.data, version: layout.version)
    }

    /// Returns the modules that are certain in a symbol that could not be read as a whole: those of the error
    /// correction blocks that can be corrected under the likeliest format.
    ///
    /// - Parameters:
    ///   - levels: The modules, row by row; above 0 is dark.
    ///   - layout: The layout of the symbol's version, with one module per level.
    /// - Returns: The number of those blocks and the modules, of which the others are 0; nil if there is no such block.
    mutating func settled(_ levels: [Int16], layout: SymbolLayout) -> (blocks: Int, modules: [Int16])? {
        guard layout.hasPlausibleVersion(levels) else { return nil }
        formats.compare(levels, layout: layout)
        guard let candidate = formats.candidates.first else { return nil }
        let format = candidate.format
        codewords.sample(levels, layout: layout, mask: format.mask, isMirrored: candidate.isMirrored)
        let blocks = BlockLayout(of: layout, level: format.level)
        let isCorrected = correction.correctSome(codewords, blocks: blocks)
        var isKnown = Array(repeating: false, count: blocks.codewords)
        for block in isCorrected.indices where isCorrected[block] {
            for position in 0..<blocks.count(of: block) { isKnown[blocks.place(of: position, in: block)] = true }
        }
        var modules = Array(repeating: Int16(0), count: levels.count)
        let tile = DataMask.tiles[Int(format.mask.rawValue)]
        for (bit, module) in layout.data.enumerated() where bit / 8 < isKnown.count && isKnown[bit / 8] {
            let index = Int(candidate.isMirrored ? module.mirroredIndex : module.index)
            modules[index] = level(ofBit: bit, tile[Int(module.tile)])
        }
        let count = isCorrected.count { $0 }
        return count == 0 ? nil : (count, modules)
    }

    /// Returns the number of error correction blocks of the last symbol that was read.
    ///
    /// - Parameter layout: The layout of the symbol's version.
    /// - Returns: The number of blocks; 0 if nothing has been read.
    func blocks(_ layout: SymbolLayout) -> Int {
        format.map { BlockLayout(of: layout, level: $0.format.level).blocks } ?? 0
    }

    /// Whether the last symbol that was read is mirrored.
    var isMirrored: Bool { format?.isMirrored ?? false }

    /// Draws the last symbol that was read as its encoder did: upright, with every codeword corrected.
    ///
    /// - Parameter layout: The layout of the symbol's version.
    /// - Returns: The modules, row by row: above 0 is dark; empty if nothing has been read.
    func drawn(_ layout: SymbolLayout) -> [Int16] {
        guard let format = format?.format, correction.codewords.count == layout.data.count / 8 else { return [] }
        var levels = layout.modules.map { $0 == .dark ? Self.clear : -Self.clear }
        let tile = DataMask.tiles[Int(format.mask.rawValue)]
        for (bit, module) in layout.data.enumerated() {
            levels[Int(module.index)] = level(ofBit: bit, tile[Int(module.tile)])
        }
        for copy in layout.formatPlaces {
            for (bit, place) in copy.enumerated() {
                levels[place] = format.encoded >> bit & 1 == 1 ? Self.clear : -Self.clear
            }
        }
        return levels
    }

    /// Returns the level of the module that carries a bit of the corrected codewords, the unused ones after them 0.
    private func level(ofBit bit: Int, _ mask: UInt8) -> Int16 {
        let value = bit / 8 < correction.codewords.count ? correction.codewords[bit / 8] >> (7 - bit % 8) & 1 : 0
        return value ^ mask == 1 ? Self.clear : -Self.clear
    }

    /// The level of a module without doubt.
    private static let clear: Int16 = 255
}
