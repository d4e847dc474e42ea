// A ticket as a picture for a phone: everything below one another, the code in the middle.

import Paper

extension TicketLayout {
    /// The side of the code on a phone, in millimetres of the layout: as wide as the picture allows.
    static let phoneSide = 81.0
    private static let phoneMargin = 10.0

    /// Lays out a picture for a phone, ten pixels to a millimetre.
    ///
    /// - Parameters:
    ///   - face: The contents.
    ///   - phone: The picture's size.
    ///   - side: The side of the code, 25 to ``phoneSide``.
    ///   - logo: The organiser's logo.
    ///   - paper: The document that measures the texts.
    init(_ face: TicketFace, phone: TicketPaper.Place, side: Double, logo: PaperPicture?, on paper: PaperDocument) {
        let (margin, width) = (Self.phoneMargin, phone.width - 2 * Self.phoneMargin)
        let (bandHeight, below) = (face.entitlement.isEmpty ? 6.0 : 20.0, 32.0)
        // Whole pixels, so that no edge of the code is blurred.
        code = (
            x: ((phone.width - side) / 2 * 10).rounded() / 10, y: ((phone.height - below - side) * 10).rounded() / 10
        )
        var tier = TextStack(x: margin, y: 0, width: width, height: bandHeight - 4, paper: paper).placed([
            .init(
                text: PaperText(face.entitlement, points: 26, isBold: true, colour: face.colour.ink), lines: 2)
        ])
        for index in tier.indices { tier[index].y += (bandHeight - tier[index].extent.height) / 2 }
        var y = bandHeight + 6
        if let logo {
            let size = Self.size(of: logo, width: width * 0.6, height: 13)
            self.logo = Area(x: margin, y: y, width: size.width, height: size.height)
            y += size.height + 3
        }
        let event = TextStack(x: margin, y: y, width: width, height: code.y - y, paper: paper).placed([
            .init(text: PaperText(face.event, points: 24, isBold: true), lines: 4),
            .init(text: PaperText(face.when, points: 15, isBold: true), lines: 2, gap: 1, mayBeCut: false),
            .init(text: PaperText(face.times, points: 15), lines: 2, mayBeCut: false),
            .init(text: PaperText(face.venue, points: 13, isBold: true), lines: 2, gap: 1),
            .init(text: PaperText(face.address, points: 13, colour: .quiet), lines: 2, isOptional: true),
        ])
        let number = Self.number(of: face, points: 20, width: width, alignment: .centre, on: paper)
        let identifier = Self.identifier(of: face, points: 9, width: width, alignment: .centre, on: paper)
        let end = code.y + side
        let guest = TextStack(x: margin, y: end, width: width, height: phone.height - end - 4, paper: paper).placed([
            .init(text: number, lines: 1, mayBeCut: false),
            .init(text: PaperText(face.holder, points: 18, isBold: true, alignment: .centre), lines: 2, gap: 1),
            .init(text: identifier, lines: 1, gap: 1, mayBeCut: false),
        ])
        texts = tier + event + guest
        band = Area(x: 0, y: 0, width: phone.width, height: bandHeight)
    }
}
