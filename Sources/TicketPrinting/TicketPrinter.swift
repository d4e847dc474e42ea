// Tickets on paper.

public import Paper

/// Draws tickets on paper of one kind.
public struct TicketPrinter: Sendable {
    /// The smallest code that a door reads easily, in millimetres including its quiet zone.
    public static let smallestCodeMillimetres = 25.0
    /// The default side of a code, in millimetres including its quiet zone.
    public static let usualCodeMillimetres = 40.0

    /// The paper.
    public let paper: TicketPaper
    /// The organiser's logo, which is left out where there is no room for it; `nil` for none.
    public var logo: PaperPicture?
    /// The side of the code, including its quiet zone.
    let side: Double

    /// Creates a printer.
    ///
    /// - Parameters:
    ///   - paper: The paper.
    ///   - codeMillimetres: The side of the code with its quiet zone; `nil` for ``usualCodeMillimetres``, or less if
    ///     there is not enough room. On a phone, `nil` for the width of the picture.
    ///   - logo: The organiser's logo.
    /// - Throws: ``PrintingError/codeSide(_:room:)`` if it is below ``smallestCodeMillimetres``, or leaves no room for
    ///   the texts.
    public init(
        _ paper: TicketPaper, codeMillimetres: Double? = nil, logo: PaperPicture? = nil
    ) throws(PrintingError) {
        let room = paper.places.map { Self.codeRoom(in: $0, paper.form) }.min() ?? 0
        side = codeMillimetres ?? (paper.form == .phone ? room : min(Self.usualCodeMillimetres, room))
        guard (Self.smallestCodeMillimetres...max(room, Self.smallestCodeMillimetres)).contains(side), side <= room
        else {
            throw .codeSide(side, room: room)
        }
        (self.paper, self.logo) = (paper, logo)
    }

    private static func codeRoom(in place: TicketPaper.Place, _ form: TicketPaper.Form) -> Double {
        switch form {
        case .card: TicketCard(place).codeRoom
        case .label: TicketLayout.codeRoom(on: place)
        case .phone: TicketLayout.phoneSide
        }
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
        let medium = paper.form == .phone ? Medium.screen : .print
        try document.page(width: paper.width, height: paper.height) {
            for (face, place) in zip(faces, paper.places) {
                let symbol = try QRSymbol(text: face.code, errorCorrection: medium.errorCorrection)
                let side = side(of: symbol)
                try document.moved(x: place.x, y: place.y) {
                    try draw(layout(of: face, at: place, side: side, on: document), face, symbol, side, on: document)
                    if self.paper.form == .card { drawFolds(place, on: document) }
                }
            }
            drawCuts(on: document)
        }
    }

    /// Returns the side of a code: on a phone, its modules are whole pixels.
    private func side(of symbol: QRSymbol) -> Double {
        guard paper.form == .phone else { return side }
        let modules = symbol.size + 2 * QRSymbol.quietZone
        return Double(Int(side * 10) / modules * modules) / 10
    }

    /// Draws a page as a picture for somebody who waits for it at a screen.
    ///
    /// - Parameters:
    ///   - faces: At most ``ticketsPerPage`` tickets, starting at the first place.
    ///   - pixels: The picture's longer side in pixels.
    /// - Returns: A PNG file.
    /// - Throws: ``PrintingError``, `PaperError`.
    public func picture(of faces: [TicketFace], pixels: Int) throws -> [UInt8] {
        try PaperDocument.picture(width: paper.width, height: paper.height, pixels: pixels, isQuick: true) {
            try draw(faces, on: $0)
        }.bytes
    }

    /// Draws a ticket as a picture for a phone, if the paper is one.
    ///
    /// - Parameter face: The ticket.
    /// - Returns: A PNG file of ``TicketPaper/phonePixels``, and the drawn characters that no available font has.
    /// - Throws: ``PrintingError``, `PaperError`.
    public func phonePicture(of face: TicketFace) throws -> (bytes: [UInt8], missing: Set<Unicode.Scalar>) {
        try PaperDocument.picture(
            width: paper.width, height: paper.height, pixels: TicketPaper.phonePixels.height
        ) { try draw([face], on: $0) }
    }

    /// Returns the layout of a ticket within a place of the page.
    func layout(
        of face: TicketFace, at place: TicketPaper.Place, side: Double, on document: PaperDocument
    ) -> TicketLayout {
        switch paper.form {
        case .card: TicketLayout(face, card: TicketCard(place), side: side, logo: logo, on: document)
        case .label: TicketLayout(face, label: place, side: side, logo: logo, on: document)
        case .phone: TicketLayout(face, phone: place, side: side, logo: logo, on: document)
        }
    }

    private func draw(
        _ layout: TicketLayout, _ face: TicketFace, _ symbol: QRSymbol, _ side: Double, on document: PaperDocument
    ) throws {
        if let band = layout.band {
            draw(face.colour, x: band.x, y: band.y, width: band.width, height: band.height, on: document)
        }
        for text in layout.texts {
            guard let plate = text.plate else { continue }
            let height = text.extent.height + 2 * TextStack.inset.y
            draw(
                plate.colour, x: plate.x, y: text.y - TextStack.inset.y, width: plate.width, height: height,
                on: document)
        }
        if let logo, let area = layout.logo {
            try document.draw(logo, x: area.x, y: area.y, width: area.width, height: area.height)
        }
        draw(symbol, side, x: layout.code.x, y: layout.code.y, on: document)
        for text in layout.texts {
            document.draw(text.text, x: text.x, y: text.y, width: text.width, lines: text.lines)
        }
        for rule in layout.rules { document.line(from: rule.from, to: rule.to, width: 0.25) }
    }

    /// Fills an area; a pale one gets an edge, without which it would be lost in black and white.
    private func draw(
        _ colour: PaperColour, x: Double, y: Double, width: Double, height: Double, on document: PaperDocument
    ) {
        document.fill(x: x, y: y, width: width, height: height, colour)
        guard colour.contrast(to: .white) < 1.6 else { return }
        let (line, edge) = (0.3, PaperColour.quiet)
        document.fill(
            [
                (x, y, width, line), (x, y + height - line, width, line), (x, y, line, height),
                (x + width - line, y, line, height),
            ], edge)
    }

    /// Draws the lines along which a page is folded.
    private func drawFolds(_ place: TicketPaper.Place, on document: PaperDocument) {
        let card = TicketCard(place)
        guard card.isFolded else { return }
        document.line(from: (0, card.height), to: (place.width, card.height), isDashed: true)
        document.line(
            from: (place.width / 2, card.height + 4), to: (place.width / 2, place.height), isDashed: true)
    }

    /// Draws marks where a page with several large tickets is cut: at its edges and where cuts cross.
    private func drawCuts(on document: PaperDocument) {
        guard paper.form == .card, paper.places.count > 1 else { return }
        let columns = Set(paper.places.map(\.x)).filter { $0 > 0 }.sorted()
        let rows = Set(paper.places.map(\.y)).filter { $0 > 0 }.sorted()
        func mark(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double)) {
            // White below, so that it can be seen on a band.
            document.line(from: start, to: end, width: 0.7, .white)
            document.line(from: start, to: end, width: 0.25, .black)
        }
        for x in columns {
            for y in [0, paper.height] + rows { mark((x, max(0, y - 6)), (x, min(paper.height, y + 6))) }
        }
        for y in rows {
            for x in [0, paper.width] + columns { mark((max(0, x - 6), y), (min(paper.width, x + 6), y)) }
        }
    }

    /// Draws the code with its quiet zone as one shape.
    private func draw(_ symbol: QRSymbol, _ side: Double, x: Double, y: Double, on paper: PaperDocument) {
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
