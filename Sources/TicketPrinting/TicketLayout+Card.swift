// A page for one guest: the event at the top, the guest beside or above the code.

import Paper

extension TicketLayout {
    /// Lays out a full-page ticket.
    ///
    /// - Parameters:
    ///   - face: The contents.
    ///   - card: The dimensions of the page.
    ///   - side: The side of the code.
    ///   - paper: The document that measures the texts.
    init(_ face: TicketFace, card: TicketCard, side: Double, on paper: PaperDocument) {
        let isBeside = card.isBeside(side)
        // If the code is below the texts, the event gets the larger share of the remaining height.
        let room = card.height - card.top - card.ruleGap.above - card.ruleGap.below - side - card.foot
        let above = TextStack(
            x: card.margin, y: card.top, width: card.inner, height: isBeside ? room : (room - 4) * 0.6, paper: paper
        ).placed([
            .init(text: PaperText(face.event, points: 19 * card.scale, isBold: true), lines: 5),
            .init(
                text: PaperText(face.when, points: 10.5 * card.scale, colour: .quiet), lines: 2, gap: 1.5,
                mayBeCut: false),
        ])
        let rule = (above.last?.bottom ?? card.top) + card.ruleGap.above
        let y = rule + card.ruleGap.below
        let guest = TextStack(
            x: card.margin, y: y, width: isBeside ? card.inner - side - 6 : card.inner,
            height: card.height - y - (isBeside ? 6 : side + card.foot + 3), paper: paper
        ).placed([
            .init(
                text: PaperText(face.entitlement, points: 14 * card.scale, isBold: true, colour: .admit), lines: 3),
            .init(text: PaperText(face.holder, points: 13 * card.scale), lines: 5, gap: 1),
        ])
        let end = guest.last?.bottom ?? y
        // Below the texts, centred in the rest of the page.
        let middle = min(max(end + 3, (end + card.height - side - 4) / 2), card.height - side - card.foot)
        code = (
            x: isBeside ? card.margin + card.inner - side : (card.width - side) / 2, y: isBeside ? y : middle
        )
        let (left, width) = isBeside ? (code.x, side) : (card.margin, card.inner)
        let id = Self.identifier(of: face, points: 7.5, width: width, alignment: .centre, on: paper)
        let below = TextStack(x: left, y: code.y + side + 1, width: width, height: card.foot, paper: paper)
        texts = above + guest + below.placed([.init(text: id, lines: 1, mayBeCut: false)])
        self.rule = rule
    }
}
