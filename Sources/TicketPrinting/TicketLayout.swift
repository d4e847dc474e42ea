// The positions of everything on a ticket.

import Paper

/// The positions of a ticket's code and texts, in millimetres from the ticket's top left corner.
struct TicketLayout {
    /// The upper left corner of the code, including the quiet zone.
    let code: (x: Double, y: Double)
    /// The texts from the top, followed by those below the code.
    let texts: [TextStack.Placed]
    /// The vertical position of the line that separates the event from the guest.
    var rule: Double?

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
        func shrink(to smallest: Double) -> Bool {
            text.points = points
            while !paper.extent(of: text, width: width).isWhole, text.points > smallest { text.points -= 0.1 }
            return paper.extent(of: text, width: width).isWhole
        }
        guard !shrink(to: 6) else { return text }
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
