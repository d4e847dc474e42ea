// A QR code as text for a terminal, readable by a phone.

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
