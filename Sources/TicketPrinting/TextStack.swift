// Texts that share a rectangle.

import Paper

/// Texts one below the other, in the largest type in which all of them fit completely.
struct TextStack {
    /// A text of the stack.
    struct Line {
        var text: PaperText
        /// The maximum number of lines.
        var lines: Int
        /// Free space above it, in millimetres.
        var gap = 0.0
        /// Whether its end may be truncated as a last resort.
        var mayBeCut = true
        /// The smallest type size, in points; smaller type is hard to read on paper.
        var smallest = 5.0
        /// Whether it is left out before the type of all others becomes small.
        var isOptional = false
        /// The colour of the plate that it is on, of which the text takes a colour that can be read; `nil` for none.
        var plate: PaperColour?
    }

    /// A text with its position; lengths are in millimetres.
    struct Placed {
        let text: PaperText
        let lines: Int
        let x: Double
        var y: Double
        let width: Double
        let extent: PaperText.Extent
        /// The area around the text that has its colour; its height is from ``y``.
        var plate: Plate?

        /// The lower edge of the last line, or of its plate.
        var bottom: Double { y + extent.height + (plate == nil ? 0 : TextStack.inset.y) }
    }

    /// A coloured area behind a text.
    struct Plate {
        let x: Double
        let width: Double
        let colour: PaperColour
    }

    /// The space between a text and the edge of its plate.
    static let inset = (x: 1.3, y: 0.55)

    let x: Double
    let y: Double
    let width: Double
    /// The height available for the texts.
    let height: Double
    let paper: PaperDocument

    /// Lays out texts.
    ///
    /// Optional texts are left out, starting with the last, if all would need much smaller type. If texts do not fit in
    /// the smallest type, those that may be truncated lose lines; if that is not enough, texts are omitted, starting
    /// with the last.
    ///
    /// - Parameter lines: The texts from the top; empty texts take no room.
    /// - Returns: The texts with their positions, within the stack's height.
    func placed(_ lines: [Line]) -> [Placed] {
        var lines = lines.filter { !$0.text.text.isEmpty }
        while let optional = lines.lastIndex(where: \.isOptional) {
            for percent in stride(from: 100, through: 75, by: -5) {
                let texts = set(lines, percent: percent)
                if isWithin(texts), texts.allSatisfy(\.extent.isWhole) { return texts }
            }
            lines.remove(at: optional)
        }
        for percent in stride(from: 100, through: 50, by: -5) {
            let texts = set(lines, percent: percent)
            if isWithin(texts), texts.allSatisfy(\.extent.isWhole) { return texts }
        }
        while true {
            let texts = set(lines, percent: 50)
            guard !lines.isEmpty, !isWithin(texts) else { return texts }
            let cut = lines.indices.filter { lines[$0].mayBeCut && lines[$0].lines > 1 }
            if let longest = cut.max(by: { texts[$0].extent.height < texts[$1].extent.height }) {
                lines[longest].lines -= 1
            } else {
                lines.remove(at: lines.lastIndex(where: \.mayBeCut) ?? lines.endIndex - 1)
            }
        }
    }

    private func isWithin(_ texts: [Placed]) -> Bool { (texts.last?.bottom ?? y) <= y + height }

    private func set(_ lines: [Line], percent: Int) -> [Placed] {
        var y = y
        return lines.map { line in
            var text = line.text
            text.points = max(min(text.points, line.smallest), text.points * Double(percent) / 100)
            let placed = place(text, of: line, at: y + line.gap)
            y = placed.bottom
            return placed
        }
    }

    private func place(_ text: PaperText, of line: Line, at y: Double) -> Placed {
        guard let colour = line.plate else {
            let extent = paper.extent(of: text, width: width, lines: line.lines)
            return Placed(text: text, lines: line.lines, x: x, y: y, width: width, extent: extent)
        }
        var text = text
        text.colour = colour.ink
        let inner = max(width - 2 * Self.inset.x, 1)
        let extent = paper.extent(of: text, width: inner, lines: line.lines)
        let drawn = min(inner, paper.width(of: text)) + 2 * Self.inset.x
        let left = text.alignment == .centre ? x + (width - drawn) / 2 : x
        return Placed(
            text: text, lines: line.lines, x: x + Self.inset.x, y: y + Self.inset.y, width: inner, extent: extent,
            plate: Plate(x: left, width: drawn, colour: colour))
    }
}
