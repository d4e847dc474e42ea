// A label or a wristband: the texts beside the code or below it.

import Paper

extension TicketLayout {
    /// Returns the side of the largest code that leaves room for the identifier on a label.
    ///
    /// - Parameter place: The label.
    /// - Returns: The side in millimetres; the whole label if it has room only for the smallest code.
    static func codeRoom(on place: TicketPaper.Place) -> Double {
        let (beside, above) = (min(place.height, place.width - textBeside), min(place.width, place.height - textBelow))
        return max(beside, above, min(place.width, place.height, TicketPrinter.smallestCodeMillimetres))
    }

    /// The minimum width of texts beside a code.
    private static let textBeside = 24.0
    /// The height of a two-line identifier below a code, and a gap.
    private static let textBelow = 6.0

    /// Lays out a label.
    ///
    /// - Parameters:
    ///   - face: The contents.
    ///   - label: Its place on the page.
    ///   - side: The side of the code.
    ///   - paper: The document that measures the texts.
    init(_ face: TicketFace, label: TicketPaper.Place, side: Double, on paper: PaperDocument) {
        if label.width >= side + Self.textBeside {
            self.init(face, strip: label, side: side, on: paper)
        } else {
            self.init(face, column: label, side: side, on: paper)
        }
    }

    /// Lays out a label with the code on the left and the texts beside it, vertically centred.
    private init(_ face: TicketFace, strip: TicketPaper.Place, side: Double, on paper: PaperDocument) {
        let x = side + 1
        let width = strip.width - x - 2.5
        let scale = min(max(strip.height / 37, 0.72), 1.4)
        let texts = TextStack(x: x, y: 1, width: width, height: strip.height - 2, paper: paper).placed([
            .init(text: PaperText(face.event, points: 9.5 * scale, isBold: true, alignment: .start), lines: 5),
            .init(
                text: PaperText(face.when, points: 7 * scale, colour: .quiet, alignment: .start), lines: 2,
                mayBeCut: false),
            .init(
                text: PaperText(face.entitlement, points: 9 * scale, isBold: true, colour: .admit, alignment: .start),
                lines: 2),
            .init(text: PaperText(face.holder, points: 8.5 * scale, alignment: .start), lines: 5),
            .init(
                text: Self.identifier(of: face, points: 6.2, width: width, alignment: .start, on: paper), lines: 1,
                mayBeCut: false),
        ])
        let free = strip.height - (texts.last?.bottom ?? 0) - 1
        code = (x: 0, y: (strip.height - side) / 2)
        self.texts = texts.map { text in
            var text = text
            text.y += max(0, free / 2)
            return text
        }
    }

    /// Lays out a label with the code at the top and the texts below it.
    private init(_ face: TicketFace, column: TicketPaper.Place, side: Double, on paper: PaperDocument) {
        let (width, y) = (column.width - 4, side + 0.5)
        code = (x: (column.width - side) / 2, y: 0)
        texts = TextStack(x: 2, y: y, width: width, height: column.height - y - 0.5, paper: paper).placed([
            .init(
                text: Self.identifier(of: face, points: 6.2, width: width, alignment: .centre, on: paper), lines: 1,
                mayBeCut: false),
            .init(text: PaperText(face.event, points: 9, isBold: true, alignment: .centre), lines: 4),
            .init(
                text: PaperText(face.entitlement, points: 9, isBold: true, colour: .admit, alignment: .centre),
                lines: 2),
            .init(text: PaperText(face.holder, points: 8.5, alignment: .centre), lines: 4),
            .init(
                text: PaperText(face.when, points: 7, colour: .quiet, alignment: .centre), lines: 2, mayBeCut: false),
        ])
    }
}
