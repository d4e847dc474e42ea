// The last step of reading a code: from the modules of a symbol to its content.

/// Reads symbols that were found, straightened and sampled.
///
/// It holds state of the C library, so it belongs to one task.
struct SymbolReader: ~Copyable {
    private var zbar: ZBarReader
    private var layouts: [SymbolVersion: SymbolLayout] = [:]

    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        zbar = try ZBarReader()
    }

    /// - Parameter grid: A symbol, upright or mirrored, in any of the four rotations that leave its corner without
    ///   a finder pattern at the lower right.
    /// - Returns: The content exactly as encoded; nil where it could not be read with certainty.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(_ grid: ModuleGrid) throws(QRDecoderError) -> [UInt8]? {
        guard let version = SymbolVersion(dimension: grid.dimension),
            grid.levels.count == grid.dimension * grid.dimension
        else { return nil }
        let layout = layout(of: version)
        if let bytes = try zbar.read(grid.levels, layout: layout) { return bytes }
        return try zbar.read(grid.transposed.levels, layout: layout)
    }

    private mutating func layout(of version: SymbolVersion) -> SymbolLayout {
        if let layout = layouts[version] { return layout }
        let layout = SymbolLayout(version: version)
        layouts[version] = layout
        return layout
    }
}
