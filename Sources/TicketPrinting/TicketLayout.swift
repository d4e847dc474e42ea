// The positions of everything on a ticket.

import Paper

/// The positions of a ticket's code, logo, coloured areas and texts, in millimetres from its top left corner.
struct TicketLayout {
    /// A rectangle on the ticket.
    struct Area {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    /// The square of the code, including the quiet zone.
    var code: (x: Double, y: Double)
    /// The texts, in any order.
    var texts: [TextStack.Placed]
    /// The band in the colour of the tier.
    var band: Area?
    /// The logo's place, in its own proportions.
    var logo: Area?
    /// Thin lines.
    var rules: [(from: (x: Double, y: Double), to: (x: Double, y: Double))] = []

    /// Returns a logo's place in its own proportions.
    ///
    /// - Parameters:
    ///   - logo: The logo.
    ///   - width: The available width.
    ///   - height: The available height.
    /// - Returns: The width and height that it takes.
    static func size(of logo: PaperPicture, width: Double, height: Double) -> (width: Double, height: Double) {
        let scale = min(width / Double(logo.width), height / Double(logo.height))
        return (Double(logo.width) * scale, Double(logo.height) * scale)
    }

    /// Returns the width of the quiet zone of a ticket's code in print.
    static func quietZone(of side: Double) -> Double {
        // Version 6, 41 modules: the size of our codes on paper.
        side * Double(QRSymbol.quietZone) / 49
    }

    /// Returns the short number, as large as its place allows.
    static func number(
        of face: TicketFace, points: Double, width: Double, alignment: PaperText.Alignment, on paper: PaperDocument
    ) -> PaperText {
        var text = PaperText(face.number, points: points, isBold: true, isFixedWidth: true, alignment: alignment)
        while !face.number.isEmpty, text.points > 6, !paper.extent(of: text, width: width).isWhole {
            text.points -= 0.25
        }
        return text
    }

    /// Returns the identifier in one line, or in two if type for one line would be too small.
    ///
    /// - Parameters:
    ///   - face: The contents of the ticket.
    ///   - points: The type size if there is enough room.
    ///   - width: The available width in millimetres.
    ///   - alignment: The alignment of its lines.
    ///   - paper: The document that measures it.
    /// - Returns: The identifier in one or two lines.
    static func identifier(
        of face: TicketFace,
        points: Double,
        width: Double,
        alignment: PaperText.Alignment,
        on paper: PaperDocument
    ) -> PaperText {
        var text = PaperText(
            face.id, points: points, isFixedWidth: true, colour: .quiet, alignment: alignment)
        let step = 0.1
        func isWhole() -> Bool { paper.extent(of: text, width: width).isWhole }
        func shrink(to smallest: Double) -> Bool {
            text.points = points
            if isWhole() { return true }
            // If the smallest type is too large, so is all other.
            while text.points > smallest { text.points -= step }
            guard isWhole() else { return false }
            text.points = points
            repeat { text.points -= step } while !isWhole()
            return true
        }
        guard !shrink(to: min(points, 5)) else { return text }
        text.text = halved(face.id)
        _ = shrink(to: 3)
        return text
    }

    /// Returns the identifier with a line break after the hyphen nearest to the middle.
    private static func halved(_ id: String) -> String {
        let hyphens = id.indices.filter { id[$0] == "-" }.map { id.distance(from: id.startIndex, to: $0) + 1 }
        let place = hyphens.min { abs(2 * $0 - id.count) < abs(2 * $1 - id.count) } ?? id.count / 2
        return id.prefix(place) + "\n" + id.dropFirst(place)
    }
}
