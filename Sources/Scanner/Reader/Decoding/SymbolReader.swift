// The last step of reading a code: from the modules of a symbol to its content.

/// Reads symbols that were found, straightened and sampled.
///
/// It holds state of the C library, so it belongs to one task.
///
/// - SeeAlso: docs/adr/0006-soft-decision.md
struct SymbolReader: ~Copyable {
    private var zbar: ZBarReader
    private var soft: SoftReader
    private var layouts: [SymbolVersion: SymbolLayout]

    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        zbar = try ZBarReader()
        soft = SoftReader()
        layouts = [:]
    }

    /// What reading costs at most, in the points of ``WorkBudget``: by ourselves, and by zbar where we have read something.
    ///
    /// Fitted to the figures in docs/adr/0006-soft-decision.md for grids that are no symbols.
    static func work(dimension: Int) -> (ours: Int, second: Int) {
        let modules = dimension * dimension
        return (24_000 + 3 * modules, 40_000 + 22 * modules)
    }

    /// Reads a symbol, with error correction that weighs the levels; zbar, where it can read the symbol, has a veto.
    ///
    /// - Parameter grid: A symbol, upright or mirrored; the corner without a finder pattern is the lower right.
    /// - Returns: The content, as ``DataSegments`` gives it; nil where it could not be read with certainty, or the
    ///   two readers disagree.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    /// - Complexity: 0.2 ms for a ticket's symbol of 37 modules a side, 0.1 ms for a grid that is no symbol.
    mutating func read(_ grid: ModuleGrid) throws(QRDecoderError) -> [UInt8]? {
        guard let version = SymbolVersion(dimension: grid.dimension),
            grid.levels.count == grid.dimension * grid.dimension
        else { return nil }
        let layout = layout(of: version)
        // First, as it reads all that zbar does and says in a third of the time that a grid is no symbol.
        guard let content = soft.read(grid.levels, layout: layout) else { return nil }
        let secondOpinion = try zbar.read(grid.levels, layout: layout)
        return secondOpinion == nil || secondOpinion == content ? content : nil
    }

    private mutating func layout(of version: SymbolVersion) -> SymbolLayout {
        if let layout = layouts[version] { return layout }
        let layout = SymbolLayout(version: version)
        layouts[version] = layout
        return layout
    }
}
