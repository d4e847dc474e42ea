// Where everything on a ticket stands.

import Paper

/// The code and the texts of a ticket in their places, in millimetres from the ticket's top left corner.
struct TicketLayout {
    /// The upper left corner of the code, quiet zone included.
    let code: (x: Double, y: Double)
    /// From the top, but for what stands below the code.
    let texts: [TextStack.Placed]
    /// How far down a line parts the event from the guest.
    var rule: Double?

    /// The identifier in one line, or in two where type for one would be too small.
    ///
    /// - Parameters:
    ///   - face: Whose.
    ///   - points: The type where there is room.
    ///   - width: In millimetres.
    ///   - alignment: Where its lines stand.
    ///   - paper: Measures it.
    /// - Returns: One line or two.
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

    /// With a line break behind the hyphen next to the middle.
    private static func halved(_ id: String) -> String {
        let hyphens = id.indices.filter { id[$0] == "-" }.map { id.distance(from: id.startIndex, to: $0) + 1 }
        let place = hyphens.min { abs(2 * $0 - id.count) < abs(2 * $1 - id.count) } ?? id.count / 2
        return id.prefix(place) + "\n" + id.dropFirst(place)
    }
}
