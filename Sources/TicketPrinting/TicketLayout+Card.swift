// A page for one guest: the event above, the guest beside or above the code.

import Paper

extension TicketLayout {
    /// - Parameters:
    ///   - face: What stands on it.
    ///   - card: How large it is.
    ///   - side: Of the code.
    ///   - paper: Measures the texts.
    init(_ face: TicketFace, card: TicketCard, side: Double, on paper: PaperDocument) {
        let isBeside = card.isBeside(side)
        // Below the code's own place, the event has the larger share of what is left.
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
        // Below the texts, in the middle of what is left of the page.
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
