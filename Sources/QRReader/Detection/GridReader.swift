// Reads a symbol whose position is known.

/// Samples the modules of a symbol, decides which are dark, and reads them; reuses its storage between symbols.
struct GridReader: ~Copyable {
    private var mesh = AlignmentMesh()
    private var sampler = GridSampler()
    private var threshold = GridThreshold()
    private var grid = ModuleGrid(dimension: 0, levels: [])
    private var reader: SymbolReader

    /// Creates a reader.
    ///
    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        self.init(reader: try SymbolReader())
    }

    private init(reader: consuming SymbolReader) {
        self.reader = reader
    }

    /// Measures how far a symbol's alignment patterns are displaced.
    ///
    /// - Returns: Whether the symbol is bent; nil if the budget does not allow measuring it.
    mutating func measureBend(
        of pose: SymbolPose, _ layout: FixedPatterns, _ view: ContrastView, work: inout WorkBudget
    ) -> Bool? {
        guard work.has(AlignmentMesh.work(for: layout)) else { return nil }
        work.spend(AlignmentMesh.work(for: layout))
        mesh.measure(layout, under: pose.map, view: view)
        return mesh.isBent
    }

    /// Samples and reads a symbol.
    ///
    /// - Parameters:
    ///   - pose: The symbol's position.
    ///   - layout: The fixed patterns of the pose's dimension.
    ///   - isBent: Whether to follow the displacements measured last.
    ///   - plane: The pixels.
    ///   - isInverted: Whether the symbol is light on dark.
    ///   - work: The remaining budget.
    /// - Returns: The content; nil if it could not be read with certainty.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(
        _ pose: SymbolPose, _ layout: FixedPatterns, isBent: Bool, plane: LumaPlane, isInverted: Bool,
        work: inout WorkBudget
    ) throws(QRDecoderError) -> SymbolContent? {
        sampler.sample(pose, mesh: isBent ? mesh : nil, plane: plane, isInverted: isInverted)
        let decision = GridThreshold.work(dimension: pose.dimension)
        let reading = SymbolReader.work(dimension: pose.dimension)
        grid.resize(to: pose.dimension)
        for variant in GridThreshold.Variant.all {
            guard work.has(decision + reading.ours + reading.second) else { return nil }
            work.spend(decision)
            threshold.decide(sampler.greys, dimension: pose.dimension, variant: variant, into: &grid)
            let seen = layout.shareSeen(in: grid)
            // A grid that falls far short with one variant falls short with all of them.
            guard seen >= 0.65 else { return nil }
            guard seen >= 0.7 else { continue }
            work.spend(reading.ours)
            guard let content = try reader.read(grid) else { continue }
            work.spend(reading.second)
            return content
        }
        return nil
    }

    /// Reads a symbol whose modules were computed rather than sampled.
    ///
    /// - Parameter grid: The modules.
    /// - Returns: The content, the modules as corrected, and the number of error correction blocks; nil if it could not
    ///   be read with certainty.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(_ grid: ModuleGrid) throws(QRDecoderError) -> (
        content: SymbolContent, modules: ModuleGrid, blocks: Int
    )? {
        try reader.readComputed(grid)
    }

    /// Returns the modules that are certain in a symbol of which only some blocks can be corrected.
    ///
    /// - Parameter grid: The modules, computed.
    /// - Returns: The number of those blocks and the modules, of which the others are 0; nil if there is no such block.
    mutating func settled(_ grid: ModuleGrid) -> (blocks: Int, modules: ModuleGrid)? {
        reader.settled(grid)
    }
}
