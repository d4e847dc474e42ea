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
    }

    /// A text with its position; lengths are in millimetres.
    struct Placed {
        let text: PaperText
        let lines: Int
        let x: Double
        var y: Double
        let width: Double
        let extent: PaperText.Extent

        /// The lower edge of the last line.
        var bottom: Double { y + extent.height }
    }

    let x: Double
    let y: Double
    let width: Double
    /// The height available for the texts.
    let height: Double
    let paper: PaperDocument

    /// The smallest type size; smaller type is hard to read on paper.
    private static let smallestPoints = 5.0

    /// Lays out texts.
    ///
    /// If texts do not fit in the smallest type, those that may be truncated lose lines; if that is not enough, texts
    /// are omitted, starting with the last.
    ///
    /// - Parameter lines: The texts from the top; empty texts take no room.
    /// - Returns: The texts with their positions, within the stack's height.
    func placed(_ lines: [Line]) -> [Placed] {
        var lines = lines.filter { !$0.text.text.isEmpty }
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
            text.points = max(min(text.points, Self.smallestPoints), text.points * Double(percent) / 100)
            let extent = paper.extent(of: text, width: width, lines: line.lines)
            let placed = Placed(
                text: text, lines: line.lines, x: x, y: y + line.gap, width: width, extent: extent)
            y = placed.bottom
            return placed
        }
    }
}
