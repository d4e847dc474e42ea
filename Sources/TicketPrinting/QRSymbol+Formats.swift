// A symbol as SVG, as PNG, and as text for a terminal.

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

extension QRSymbol {
    /// Returns this code with its quiet zone, black on white.
    ///
    /// - Parameter modulePixels: The side of a module, 1 to 40.
    /// - Returns: A square of (``size`` + 8) × `modulePixels` pixels.
    /// - Throws: ``PrintingError/modulePixels(_:)``.
    public func picture(modulePixels: Int = 8) throws(PrintingError) -> GrayPicture {
        guard (1...40).contains(modulePixels) else { throw .modulePixels(modulePixels) }
        let modules = -Self.quietZone..<size + Self.quietZone
        var luma: [UInt8] = []
        luma.reserveCapacity(modules.count * modules.count * modulePixels * modulePixels)
        for y in modules {
            let row = modules.flatMap { x in
                repeatElement(self[x: x, y: y] ? UInt8.min : UInt8.max, count: modulePixels)
            }
            for _ in 0..<modulePixels { luma += row }
        }
        let side = modules.count * modulePixels
        return try GrayPicture(width: side, height: side, luma: luma)
    }

    /// Returns this code with its quiet zone as a PNG file, black on white and opaque.
    ///
    /// - Parameter modulePixels: The side of a module, 1 to 40; 8 is sharp in an email and on paper at 300 dpi.
    /// - Returns: The file's bytes.
    /// - Throws: ``PrintingError/modulePixels(_:)``, ``PrintingError/png(_:)``.
    public func png(modulePixels: Int = 8) throws(PrintingError) -> [UInt8] {
        try picture(modulePixels: modulePixels).png()
    }
}

extension QRSymbol {
    /// Returns this code with its quiet zone, two rows of modules per line, in half blocks.
    ///
    /// Escape sequences set the colours, so that it is dark on light even on a dark terminal; the text is for
    /// terminals only.
    ///
    /// - Returns: (``size`` + 9) / 2 lines of ``size`` + 8 columns, each terminated by a line feed.
    public func terminalText() -> String {
        let modules = -Self.quietZone..<size + Self.quietZone
        return stride(from: modules.lowerBound, to: modules.upperBound, by: 2).map { y in
            let blocks = modules.map { x in halfBlock(upper: self[x: x, y: y], lower: self[x: x, y: y + 1]) }
            return "\u{1B}[30;47m" + blocks.joined() + "\u{1B}[0m\n"
        }.joined()
    }
}

private func halfBlock(upper: Bool, lower: Bool) -> String {
    switch (upper, lower) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
}
