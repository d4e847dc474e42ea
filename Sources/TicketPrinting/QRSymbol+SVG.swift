// A QR code as a vector drawing, sharp at any size.

extension QRSymbol {
    /// Returns this code with its quiet zone as an SVG document, black on an opaque white square.
    ///
    /// One unit of the drawing is one module. Adjacent dark modules in a row form one rectangle, and all rectangles
    /// one path, so that no renderer leaves hairlines between them.
    ///
    /// - Parameters:
    ///   - widthMillimetres: The side of the square including the quiet zone, 1 to 1,000; codes below 25 are hard to
    ///     read at a door.
    ///   - title: The text for screen readers; any text.
    /// - Returns: A complete XML document.
    /// - Throws: ``PrintingError/widthMillimetres(_:)``.
    public func svg(widthMillimetres: Double = 50, title: String = "QR code") throws(PrintingError) -> String {
        guard (1...1000).contains(widthMillimetres) else { throw .widthMillimetres(widthMillimetres) }
        let side = size + 2 * Self.quietZone
        let path = (0..<size).map(pathOfRow).joined()
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="\(widthMillimetres)mm" height="\(widthMillimetres)mm" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges" role="img">
            <title>\(escaped(title))</title>
            <rect width="\(side)" height="\(side)" fill="#fff"/>
            <path fill="#000" d="\(path)"/>
            </svg>

            """
    }

    private func pathOfRow(_ y: Int) -> String {
        var path = ""
        var x = 0
        while x < size {
            let start = x
            while self[x: x, y: y] { x += 1 }
            if x > start {
                let run = x - start
                path += "M\(start + Self.quietZone) \(y + Self.quietZone)h\(run)v1h-\(run)z"
            }
            x += 1
        }
        return path
    }
}

/// Returns `text` as XML 1.0 character data, without the control characters that XML cannot represent.
private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\t", "\n", "\r": " "
        case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": ""
        default: String(scalar)
        }
    }.joined()
}
