// The dark and light cells of a code, from a symbol or from a picture.

internal import TicketPrinting

/// A code without its quiet zone, as cells of any size.
struct CodePattern {
    /// The code's width in modules.
    let modules: Double
    /// The number of cells per row.
    let columns: Int
    /// The number of rows of cells.
    let rows: Int
    /// The reflectance of each cell, 0 to 1, row by row.
    let cells: [Float]

    /// Creates the pattern of a symbol, with one cell per module.
    init(_ symbol: QRSymbol) {
        modules = Double(symbol.size)
        columns = symbol.size
        rows = symbol.size
        cells = (0..<symbol.size * symbol.size).map {
            symbol[x: $0 % symbol.size, y: $0 / symbol.size] ? 0 : 1
        }
    }

    /// Creates a pattern from a picture of an upright code, dark on light, with one cell per pixel, cropped to the
    /// code.
    ///
    /// The module's size is a seventh of the upper edge of the top left finder pattern.
    init(_ picture: GrayPicture) throws(DoorPictureError) {
        func isDark(_ x: Int, _ y: Int) -> Bool { picture.luma[y * picture.width + x] < 128 }
        let darkRows = (0..<picture.height).filter { y in (0..<picture.width).contains { isDark($0, y) } }
        let darkColumns = (0..<picture.width).filter { x in (0..<picture.height).contains { isDark(x, $0) } }
        guard let top = darkRows.first, let bottom = darkRows.last,
            let left = darkColumns.first, let right = darkColumns.last
        else { throw .emptyPicture }
        let edge = (left...right).prefix { isDark($0, top) }.count
        columns = right - left + 1
        rows = bottom - top + 1
        modules = min(Double(columns) * 7 / Double(max(edge, 1)), 177)
        cells = (top...bottom).flatMap { y in
            (left...right).map { x in
                let level = Float(picture.luma[y * picture.width + x]) / 255
                return level * level
            }
        }
    }

    /// The code's height in modules.
    var moduleRows: Double { modules * Double(rows) / Double(columns) }
}
