// The last step of reading a code: from a symbol's modules to its content.

/// Reads symbols that were located, rectified and sampled.
///
/// It holds state of the C library, so it must be used by one task only.
///
/// - SeeAlso: docs/adr/0006-soft-decision.md
struct SymbolReader: ~Copyable {
    private var zbar: ZBarReader
    private var soft: SoftReader
    private var layouts: [SymbolVersion: SymbolLayout]

    /// Creates a reader.
    ///
    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        zbar = try ZBarReader()
        soft = SoftReader()
        layouts = [:]
    }

    /// The maximum cost of reading, in the units of ``WorkBudget``: by our own reader, and by zbar if our own reader
    /// has succeeded.
    ///
    /// Fitted to the figures in docs/adr/0006-soft-decision.md for grids that are not symbols.
    static func work(dimension: Int) -> (ours: Int, second: Int) {
        let modules = dimension * dimension
        return (24_000 + 3 * modules, 40_000 + 22 * modules)
    }

    /// Reads a symbol, with error correction that weighs the levels; zbar has a veto if it can read the symbol.
    ///
    /// - Parameter grid: A symbol, upright or mirrored, with the corner that lacks a finder pattern at the lower
    ///   right.
    /// - Returns: The content, as returned by ``DataSegments``; nil if it could not be read with certainty, or if the
    ///   two readers disagree.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    /// - Complexity: 0.2 ms for a ticket's symbol of 37 modules a side, 0.1 ms for a grid that is not a symbol.
    mutating func read(_ grid: ModuleGrid) throws(QRDecoderError) -> SymbolContent? {
        guard let version = SymbolVersion(dimension: grid.dimension),
            grid.levels.count == grid.dimension * grid.dimension
        else { return nil }
        let layout = layout(of: version)
        // Our own reader goes first: it reads everything that zbar does, and rejects a grid that is not a symbol in a
        // third of the time.
        guard let content = soft.read(grid.levels, layout: layout) else { return nil }
        guard let secondOpinion = try zbar.read(grid.levels, layout: layout) else { return content }
        return content.isSame(asZBars: secondOpinion) ? content : nil
    }

    /// Reads a symbol whose modules were computed rather than seen; zbar must read it as well.
    ///
    /// zbar gets the symbol as corrected: it judges the text, and the picture judges the modules.
    ///
    /// - Parameter grid: As for ``read(_:)``.
    /// - Returns: The content, the modules of the corrected symbol in the grid's orientation, and the number of its
    ///   error correction blocks; nil if the two readers do not read the same.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func readComputed(
        _ grid: ModuleGrid
    ) throws(QRDecoderError) -> (content: SymbolContent, modules: ModuleGrid, blocks: Int)? {
        guard let version = SymbolVersion(dimension: grid.dimension),
            grid.levels.count == grid.dimension * grid.dimension
        else { return nil }
        let layout = layout(of: version)
        guard let content = soft.read(grid.levels, layout: layout) else { return nil }
        let drawn = soft.drawn(layout)
        guard drawn.count == grid.levels.count, let secondOpinion = try zbar.read(drawn, layout: layout),
            content.isSame(asZBars: secondOpinion)
        else { return nil }
        var modules = ModuleGrid(dimension: grid.dimension, levels: drawn)
        if soft.isMirrored {
            for row in 0..<grid.dimension {
                for column in 0..<grid.dimension {
                    modules[row: column, column: row] = drawn[row * grid.dimension + column]
                }
            }
        }
        return (content, modules, soft.blocks(layout))
    }

    /// Returns the modules that are certain in a symbol that could not be read as a whole.
    ///
    /// - Parameter grid: As for ``read(_:)``.
    /// - Returns: The number of blocks that error correction has corrected, and their modules, of which the others are
    ///   0; nil if there is no such block.
    mutating func settled(_ grid: ModuleGrid) -> (blocks: Int, modules: ModuleGrid)? {
        guard let version = SymbolVersion(dimension: grid.dimension),
            grid.levels.count == grid.dimension * grid.dimension,
            let (blocks, modules) = soft.settled(grid.levels, layout: layout(of: version))
        else { return nil }
        return (blocks, ModuleGrid(dimension: grid.dimension, levels: modules))
    }

    private mutating func layout(of version: SymbolVersion) -> SymbolLayout {
        if let layout = layouts[version] { return layout }
        let layout = SymbolLayout(version: version)
        layouts[version] = layout
        return layout
    }
}
