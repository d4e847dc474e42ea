// Tickets on paper.

public import Paper

/// Draws tickets on paper of one kind.
public struct TicketPrinter: Sendable {
    /// The smallest code that a door reads easily, in millimetres including its quiet zone.
    public static let smallestCodeMillimetres = 25.0
    /// The default side of a code, in millimetres including its quiet zone.
    public static let usualCodeMillimetres = 40.0

    private let paper: TicketPaper
    /// The side of the code, including its quiet zone.
    let side: Double

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - paper: The paper.
    ///   - codeMillimetres: The side of the code with its quiet zone; `nil` for ``usualCodeMillimetres``, or less if
    ///     there is not enough room.
    /// - Throws: ``PrintingError/codeSide(_:room:)`` if it is below ``smallestCodeMillimetres``, or leaves no room for
    ///   the texts.
    public init(_ paper: TicketPaper, codeMillimetres: Double? = nil) throws(PrintingError) {
        let rooms = paper.places.map { paper.isCard ? TicketCard($0).codeRoom : TicketLayout.codeRoom(on: $0) }
        let room = rooms.min() ?? 0
        side = codeMillimetres ?? min(Self.usualCodeMillimetres, room)
        guard (Self.smallestCodeMillimetres...max(room, Self.smallestCodeMillimetres)).contains(side), side <= room
        else {
            throw .codeSide(side, room: room)
        }
        self.paper = paper
    }

    /// The number of tickets on a page.
    public var ticketsPerPage: Int { paper.places.count }

    /// Draws a page.
    ///
    /// - Parameters:
    ///   - faces: At most ``ticketsPerPage`` tickets, starting at the first place.
    ///   - document: The destination.
    /// - Throws: ``PrintingError``, `PaperError`, and the errors of the document's writer.
    public func draw(_ faces: [TicketFace], on document: PaperDocument) throws {
        try document.page(width: paper.width, height: paper.height) {
            for (face, place) in zip(faces, paper.places) {
                let symbol = try QRSymbol(text: face.code, errorCorrection: Medium.print.errorCorrection)
                document.moved(x: place.x, y: place.y) {
                    draw(layout(of: face, at: place, on: document), symbol, on: document)
                    if self.paper.isCard { drawCard(place, on: document) }
                }
            }
        }
    }

    /// Draws a page as a picture for a screen.
    ///
    /// - Parameters:
    ///   - faces: At most ``ticketsPerPage`` tickets, starting at the first place.
    ///   - pixels: The picture's longer side in pixels.
    /// - Returns: A PNG file.
    /// - Throws: ``PrintingError``, `PaperError`.
    public func picture(of faces: [TicketFace], pixels: Int) throws -> [UInt8] {
        try PaperDocument.picture(width: paper.width, height: paper.height, pixels: pixels) {
            try draw(faces, on: $0)
        }
    }

    /// Returns the layout of a ticket within a place of the page.
    func layout(of face: TicketFace, at place: TicketPaper.Place, on document: PaperDocument) -> TicketLayout {
        paper.isCard
            ? TicketLayout(face, card: TicketCard(place), side: side, on: document)
            : TicketLayout(face, label: place, side: side, on: document)
    }

    private func draw(_ layout: TicketLayout, _ symbol: QRSymbol, on document: PaperDocument) {
        draw(symbol, x: layout.code.x, y: layout.code.y, on: document)
        for text in layout.texts {
            document.draw(text.text, x: text.x, y: text.y, width: text.width, lines: text.lines)
        }
        guard let rule = layout.rule, let first = layout.texts.first else { return }
        document.line(from: (first.x, rule), to: (first.x + first.width, rule), width: 0.25)
    }

    /// Draws the band at the top of a page, and its fold lines.
    private func drawCard(_ place: TicketPaper.Place, on document: PaperDocument) {
        let card = TicketCard(place)
        document.fill(x: 0, y: 0, width: place.width, height: 5, .admit)
        guard card.isFolded else { return }
        document.line(from: (0, card.height), to: (place.width, card.height), isDashed: true)
        document.line(
            from: (place.width / 2, card.height + 4), to: (place.width / 2, place.height), isDashed: true)
    }

    /// Draws the code with its quiet zone as one shape.
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
