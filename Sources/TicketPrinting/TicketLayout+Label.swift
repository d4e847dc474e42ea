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
    /// The height of the number and a two-line identifier below a code, and a gap.
    private static let textBelow = 9.5
    /// The width of texts that leaves room for a logo beside them.
    private static let textBesideLogo = 70.0
    /// The width of the stripe in the tier's colour at the end of a wristband.
    private static let stripe = 10.0

    /// Lays out a label.
    ///
    /// - Parameters:
    ///   - face: The contents.
    ///   - label: Its place on the page.
    ///   - side: The side of the code.
    ///   - logo: The organiser's logo.
    ///   - paper: The document that measures the texts.
    init(
        _ face: TicketFace, label: TicketPaper.Place, side: Double, logo: PaperPicture?, on paper: PaperDocument
    ) {
        if label.width >= side + Self.textBeside {
            self.init(face, strip: label, side: side, logo: logo, on: paper)
        } else {
            self.init(face, column: label, side: side, on: paper)
        }
    }

    /// Lays out a label with the code on the left and the texts beside it, vertically centred.
    private init(
        _ face: TicketFace, strip: TicketPaper.Place, side: Double, logo: PaperPicture?, on paper: PaperDocument
    ) {
        let x = side + 1
        var width = strip.width - x - 2.5
        let scale = min(max(strip.height / 37, 0.72), 1.4)
        let (isLong, isHigh) = (width >= Self.textBesideLogo + 35, strip.height >= 50)
        var (area, head): (Area?, Double) = (nil, 0)
        if isLong {
            band = Area(x: strip.width - Self.stripe, y: 0, width: Self.stripe, height: strip.height)
            width -= Self.stripe + 2
        }
        if let logo, isLong {
            let size = Self.size(of: logo, width: 34, height: strip.height - 6)
            area = Area(
                x: strip.width - size.width - Self.stripe - 6, y: (strip.height - size.height) / 2,
                width: size.width, height: size.height)
            width -= size.width + 10
        } else if let logo, isHigh {
            let size = Self.size(of: logo, width: width, height: strip.height * 0.2)
            area = Area(x: x, y: 0, width: size.width, height: size.height)
            head = size.height + 2
        }
        let stack = TextStack(x: x, y: 1 + head, width: width, height: strip.height - 2 - head, paper: paper)
        let texts = stack.placed(Self.lines(face, scale: scale, width: width, alignment: .start, on: paper))
        let free = max(0, (strip.height - (texts.last?.bottom ?? 0) - 1) / 2)
        code = (x: 0, y: (strip.height - side) / 2)
        self.texts = texts.map { text in
            var text = text
            text.y += free
            return text
        }
        self.logo = area.map { isLong ? $0 : Area(x: $0.x, y: $0.y + 1 + free, width: $0.width, height: $0.height) }
    }

    /// Lays out a label with the code at the top and the texts below it.
    private init(_ face: TicketFace, column: TicketPaper.Place, side: Double, on paper: PaperDocument) {
        let (width, y) = (column.width - 4, side + 0.5)
        code = (x: (column.width - side) / 2, y: 0)
        let lines = Self.lines(face, scale: 1, width: width, alignment: .centre, on: paper)
        // The number and the identifier first: of a small label, the end is left out.
        texts = TextStack(x: 2, y: y, width: width, height: column.height - y - 0.5, paper: paper).placed(
            lines.suffix(2) + lines.dropLast(2))
    }

    /// The texts of a label, the identifier last.
    private static func lines(
        _ face: TicketFace, scale: Double, width: Double, alignment: PaperText.Alignment, on paper: PaperDocument
    ) -> [TextStack.Line] {
        var when = PaperText(face.dayAndTimes, points: 7 * scale, alignment: alignment)
        // A line break between the two, not within one of them.
        if !paper.extent(of: when, width: width).isWhole { when.text = "\(face.when)\n\(face.times)".trimmed }
        return [
            .init(text: PaperText(face.event, points: 9.5 * scale, isBold: true, alignment: alignment), lines: 5),
            .init(text: when, lines: 3, mayBeCut: false),
            .init(
                text: PaperText(face.place, points: 6.5 * scale, colour: .quiet, alignment: alignment), lines: 2,
                isOptional: true),
            .init(
                text: PaperText(face.entitlement, points: 8.5 * scale, isBold: true, alignment: alignment), lines: 2,
                gap: 0.6, plate: face.colour),
            .init(text: PaperText(face.holder, points: 8.5 * scale, alignment: alignment), lines: 5, gap: 0.4),
            .init(
                text: number(of: face, points: 8.5 * scale, width: width, alignment: alignment, on: paper), lines: 1,
                gap: 0.4, mayBeCut: false, smallest: 6.5),
            .init(
                text: identifier(of: face, points: 5.5, width: width, alignment: alignment, on: paper), lines: 1,
                mayBeCut: false),
        ]
    }
}

extension String {
    /// The text without a line end at its beginning or end.
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == "\n" { text.removeFirst() }
        while text.last == "\n" { text.removeLast() }
        return String(text)
    }
}
