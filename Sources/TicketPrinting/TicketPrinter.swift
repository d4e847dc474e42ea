// Tickets on paper.

public import Paper

/// Draws tickets on pages of one kind.
public struct TicketPrinter: Sendable {
    /// The smallest code that a door reads with ease, in millimetres with its quiet zone.
    public static let smallestCode = 25.0
    /// How large a code is unless somebody says otherwise, in millimetres with its quiet zone.
    public static let usualCode = 40.0

    private let paper: TicketPaper
    private let side: Double

    /// - Parameters:
    ///   - paper: What is printed on.
    ///   - codeMillimetres: The side of the code with its quiet zone; `nil` for ``usualCode``, or as much of it as
    ///     there is room for.
    /// - Throws: ``PrintingError/codeSide(_:room:)`` for less than ``smallestCode``, and for more than the paper has.
    public init(_ paper: TicketPaper, codeMillimetres: Double? = nil) throws(PrintingError) {
        let room = paper.places.map { min($0.width, $0.height) }.min() ?? 0
        side = codeMillimetres ?? min(Self.usualCode, room)
        guard (Self.smallestCode...max(room, Self.smallestCode)).contains(side), side <= room else {
            throw .codeSide(side, room: room)
        }
        self.paper = paper
    }

    /// How many tickets stand on a page.
    public var ticketsPerPage: Int { paper.places.count }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - faces: At most ``ticketsPerPage``, from the first place on.
    ///   - document: Where to.
    /// - Throws: ``PrintingError``, `PaperError`, and what the document's writer throws.
    public func draw(_ faces: [TicketFace], on document: PaperDocument) throws {
        try document.page(width: paper.width, height: paper.height) {
            for (face, place) in zip(faces, paper.places) {
                let symbol = try QRSymbol(text: face.code, errorCorrection: Medium.print.errorCorrection)
                document.moved(x: place.x, y: place.y) {
                    if paper.isCard {
                        drawCard(face, symbol, place, on: document)
                    } else if place.width >= side + 24 {
                        drawStrip(face, symbol, place, on: document)
                    } else {
                        drawColumn(face, symbol, place, on: document)
                    }
                }
            }
        }
    }

    /// A page for one guest: the event above, the guest beside or above the code.
    private func drawCard(_ face: TicketFace, _ symbol: QRSymbol, _ place: TicketPaper.Place, on paper: PaperDocument) {
        // A4 is folded twice, and the ticket is the upper half.
        let isFolded = place.width >= 200
        let height = isFolded ? place.height / 2 : place.height
        let margin = place.width >= 140 ? 14.0 : 9.0
        let large = place.width >= 140 ? 1.35 : 1.0
        let width = place.width - 2 * margin
        paper.fill(x: 0, y: 0, width: place.width, height: 5, .admit)
        var y = margin + 3
        let event = PaperText(face.event, points: 19 * large, isBold: true)
        y += paper.draw(event, x: margin, y: y, width: width, lines: 3) + 1.5
        let when = PaperText(face.when, points: 10.5 * large, colour: .quiet)
        y += paper.draw(when, x: margin, y: y, width: width, lines: 2) + 4
        paper.line(from: (margin, y), to: (margin + width, y), width: 0.25)
        y += 5
        let isBeside = width >= side + 50
        let column = isBeside ? width - side - 6 : width
        var text = y
        text += paper.draw(
            PaperText(face.tier, points: 14 * large, isBold: true, colour: .admit), x: margin, y: text, width: column,
            lines: 2)
        text += paper.draw(PaperText(face.holder, points: 13 * large), x: margin, y: text + 1, width: column, lines: 3)
        // Below the texts, in the middle of what is left of the page.
        let middle = max(text + 3, (text + height - side - 4) / 2)
        let code = (
            x: isBeside ? margin + width - side : margin + (width - side) / 2,
            y: min(isBeside ? y : middle, height - side - 12)
        )
        draw(symbol, x: code.x, y: code.y, on: paper)
        let id = PaperText(face.id, points: 7.5, isFixedWidth: true, colour: .quiet, alignment: .centre)
        paper.draw(
            id, x: isBeside ? margin + width - max(side, 62) : margin, y: code.y + side + 1,
            width: isBeside ? max(side, 62) : width)
        guard isFolded else { return }
        paper.line(from: (0, height), to: (place.width, height), isDashed: true)
        paper.line(from: (place.width / 2, height + 4), to: (place.width / 2, place.height), isDashed: true)
    }

    /// A label or a wristband: the code on the left, the texts beside it.
    private func drawStrip(_ face: TicketFace, _ symbol: QRSymbol, _ place: TicketPaper.Place, on paper: PaperDocument)
    {
        draw(symbol, x: 0, y: (place.height - side) / 2, on: paper)
        let x = side + 1
        let width = place.width - x - 2.5
        let scale = min(max(place.height / 37, 0.72), 1.4)
        let texts = [
            (PaperText(face.event, points: 9.5 * scale, isBold: true), place.height < 30 ? 1 : 2),
            (PaperText(face.when, points: 7 * scale, colour: .quiet), 1),
            (PaperText(face.tier, points: 9 * scale, isBold: true, colour: .admit), 1),
            (PaperText(face.holder, points: 8.5 * scale), place.height < 30 ? 1 : 2),
            (identifier(face, width: width, on: paper), 1),
        ].filter { !$0.0.text.isEmpty }
        let heights = texts.map { paper.height(of: $0.0, width: width, lines: $0.1) }
        var y = max(1, (place.height - heights.reduce(0, +)) / 2)
        for (text, lines) in texts { y += paper.draw(text, x: x, y: y, width: width, lines: lines) }
    }

    /// A narrow label: the code above, the texts below it.
    private func drawColumn(_ face: TicketFace, _ symbol: QRSymbol, _ place: TicketPaper.Place, on paper: PaperDocument)
    {
        draw(symbol, x: (place.width - side) / 2, y: 0, on: paper)
        let width = place.width - 4
        var y = side + 0.5
        var id = identifier(face, width: width, on: paper)
        id.alignment = .centre
        let lines = place.height - side >= 30 ? 2 : 1
        let texts = [
            id,
            PaperText(face.event, points: 9, isBold: true, alignment: .centre),
            PaperText(face.tier, points: 9, isBold: true, colour: .admit, alignment: .centre),
            PaperText(face.holder, points: 8.5, alignment: .centre),
            PaperText(face.when, points: 7, colour: .quiet, alignment: .centre),
        ].filter { !$0.text.isEmpty }
        for text in texts {
            guard y + paper.height(of: text, width: width, lines: lines) <= place.height else { return }
            y += paper.draw(text, x: 2, y: y, width: width, lines: lines)
        }
    }

    /// The identifier in small letters, in two lines where one has no room for it: nobody can type half of it.
    func identifier(_ face: TicketFace, width: Double, on paper: PaperDocument) -> PaperText {
        var text = PaperText(face.id, points: min(6.2, width * 0.24), isFixedWidth: true, colour: .quiet)
        let groups = face.id.split(separator: "-", maxSplits: 3)
        if groups.count == 4, paper.height(of: text, width: width, lines: 2) > paper.height(of: text, width: width) {
            text.text = groups[..<3].joined(separator: "-") + "-\n" + groups[3]
        }
        return text
    }

    /// The code with its quiet zone, as one shape.
    private func draw(_ symbol: QRSymbol, x: Double, y: Double, on paper: PaperDocument) {
        let module = side / Double(symbol.size + 2 * QRSymbol.quietZone)
        paper.fill(x: x, y: y, width: side, height: side, .white)
        var parts: [(x: Double, y: Double, width: Double, height: Double)] = []
        for row in 0..<symbol.size {
            var column = 0
            while column < symbol.size {
                let start = column
                while symbol[x: column, y: row] { column += 1 }
                if column > start {
                    parts.append(
                        (
                            x + Double(start + QRSymbol.quietZone) * module,
                            y + Double(row + QRSymbol.quietZone) * module,
                            Double(column - start) * module, module
                        ))
                }
                column += 1
            }
        }
        paper.fill(parts, .black)
    }
}
