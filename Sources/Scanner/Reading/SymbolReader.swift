// The last step of reading a code: from the modules of a symbol to its content.

/// Reads symbols that were found, straightened and sampled.
///
/// It holds state of the C library, so it belongs to one task.
struct SymbolReader: ~Copyable {
    private var zbar: ZBarReader
    private var soft = SoftReader()
    private var layouts: [SymbolVersion: SymbolLayout] = [:]

    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        zbar = try ZBarReader()
    }

    /// - Parameter grid: A symbol, upright or mirrored; the corner without a finder pattern is the lower right.
    /// - Returns: The content; nil where it could not be read with certainty. See ``DataSegments``.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(_ grid: ModuleGrid) throws(QRDecoderError) -> [UInt8]? {
        guard let version = SymbolVersion(dimension: grid.dimension),
            grid.levels.count == grid.dimension * grid.dimension
        else { return nil }
        let layout = layout(of: version)
        let reading = soft.read(grid, layout: layout)
        let upright = reading?.isMirrored == true ? grid.transposed : grid
        let content = try zbar.read(upright.levels, layout: layout)
        guard let reading, let content else { return reading?.content ?? content }
        return reading.content == content ? content : nil
    }

    private mutating func layout(of version: SymbolVersion) -> SymbolLayout {
        if let layout = layouts[version] { return layout }
        let layout = SymbolLayout(version: version)
        layouts[version] = layout
        return layout
    }
}
