// A large ticket: a band with the tier, the event, and the guest beside or above the code.

import Paper

extension TicketLayout {
    /// Lays out a large ticket.
    ///
    /// - Parameters:
    ///   - face: The contents.
    ///   - card: The dimensions of the ticket.
    ///   - side: The side of the code.
    ///   - logo: The organiser's logo.
    ///   - paper: The document that measures the texts.
    init(_ face: TicketFace, card: TicketCard, side: Double, logo: PaperPicture?, on paper: PaperDocument) {
        let builder = CardBuilder(face: face, card: card, side: side, logo: logo, paper: paper)
        self = card.isWide ? builder.wide() : builder.upright()
    }
}

/// Places everything on a large ticket.
private struct CardBuilder {
    let face: TicketFace
    let card: TicketCard
    let side: Double
    let logo: PaperPicture?
    let paper: PaperDocument

    private var isTight: Bool { card.isTight(side) }
    private var scale: Double { card.scale }
    private var band: Double { card.band(hasText: !face.entitlement.isEmpty, isTight: isTight) }
    private var top: Double { band + (isTight ? 3 : 6) * scale }
    private var quiet: Double { TicketLayout.quietZone(of: side) }
    /// The lower edge of the code and its number.
    private var bottom: Double { card.height - card.foot }

    /// The code in a column at the right, everything else beside it.
    func wide() -> TicketLayout {
        let width = card.inner - side - card.gap + quiet
        let x = card.margin + card.inner - side + quiet
        let room = bottom - top - card.numberHeight
        let y = top + max(0, (room - side) / 2)
        let column = event(width: width, height: bottom - top, andGuest: true)
        return layout(
            code: (x: x, y: y), texts: column.texts + number(below: (x: x, y: y)), logo: column.logo, rules: [])
    }

    /// The event at the top, the guest and the code at the bottom.
    func upright() -> TicketLayout {
        let isBeside = card.isBeside(side) && !face.holder.isEmpty
        let codeTop = bottom - card.numberHeight - side
        let ruleGap = isTight ? 1.5 : 4 * scale
        let x = isBeside ? card.margin + card.inner - side + quiet : (card.width - side) / 2
        guard !isBeside else {
            let event = event(width: card.inner, height: codeTop - ruleGap - top - 2, andGuest: false)
            let guest = TextStack(
                x: card.margin, y: codeTop + quiet - 1, width: card.inner - side + quiet - card.gap,
                height: side + card.numberHeight - quiet, paper: paper
            ).placed([holder(lines: 6)])
            return layout(
                code: (x: x, y: codeTop), texts: event.texts + guest + number(below: (x: x, y: codeTop)),
                logo: event.logo, rules: [codeTop - ruleGap])
        }
        let available = codeTop - top - ruleGap - 2
        let event = event(
            width: card.inner, height: face.holder.isEmpty ? available : available * 0.72, andGuest: false)
        var guest = TextStack(
            x: card.margin, y: 0, width: card.inner, height: available * 0.28, paper: paper
        ).placed([holder(lines: 2)])
        let rise = codeTop - (guest.last?.bottom ?? 0)
        for index in guest.indices { guest[index].y += rise }
        return layout(
            code: (x: x, y: codeTop), texts: event.texts + guest + number(below: (x: x, y: codeTop)), logo: event.logo,
            rules: isTight ? [] : [(guest.first?.y ?? codeTop) - ruleGap / 2])
    }

    private func holder(lines: Int) -> TextStack.Line {
        .init(text: PaperText(face.holder, points: 14 * scale, isBold: true), lines: lines)
    }

    /// The logo and what is said about the event, and about the guest if that is in the same column.
    private func event(
        width: Double, height: Double, andGuest: Bool
    ) -> (texts: [TextStack.Placed], logo: TicketLayout.Area?) {
        var y = top
        var area: TicketLayout.Area?
        if let logo, !isTight, height > 40 * scale {
            let size = TicketLayout.size(of: logo, width: width * 0.6, height: min(15 * scale, height * 0.2))
            area = .init(x: card.margin, y: y, width: size.width, height: size.height)
            y += size.height + 4 * scale
        }
        var lines: [TextStack.Line] = [
            .init(text: PaperText(face.event, points: (isTight ? 15 : 20) * scale, isBold: true), lines: 5),
            .init(
                text: PaperText(face.when, points: 12 * scale, isBold: true), lines: 2, gap: 1.5 * scale,
                mayBeCut: false),
            .init(text: PaperText(face.times, points: 12 * scale), lines: 2, gap: 0.3, mayBeCut: false),
            .init(
                text: PaperText(face.venue, points: 10.5 * scale, isBold: true), lines: 2, gap: 2 * scale,
                isOptional: isTight),
            .init(
                text: PaperText(face.address, points: 10.5 * scale, colour: .quiet), lines: 3, gap: 0.2,
                isOptional: true),
        ]
        if andGuest {
            var guest = holder(lines: 4)
            guest.gap = 6 * scale
            lines.append(guest)
        }
        let texts = TextStack(x: card.margin, y: y, width: width, height: height - (y - top), paper: paper).placed(
            lines)
        return (texts, area)
    }

    private func number(below code: (x: Double, y: Double)) -> [TextStack.Placed] {
        let text = TicketLayout.number(
            of: face, points: 13 * scale, width: side, alignment: .centre, on: paper)
        return TextStack(x: code.x, y: code.y + side, width: side, height: card.numberHeight, paper: paper)
            .placed([.init(text: text, lines: 1, mayBeCut: false)])
    }

    private func layout(
        code: (x: Double, y: Double), texts: [TextStack.Placed], logo: TicketLayout.Area?, rules: [Double]
    ) -> TicketLayout {
        let room = band - 5
        var tier = TextStack(x: card.margin, y: 0, width: card.inner, height: room, paper: paper).placed([
            .init(
                text: PaperText(
                    face.entitlement, points: (isTight ? 12 : 17) * scale, isBold: true, colour: face.colour.ink),
                lines: 2)
        ])
        for index in tier.indices { tier[index].y += 4 + max(0, (room - tier[index].extent.height) / 2) }
        let identifier = TicketLayout.identifier(
            of: face, points: 6.5, width: card.inner, alignment: .start, on: paper)
        let foot = TextStack(
            x: card.margin, y: bottom + 1.5, width: card.inner, height: card.foot - 2, paper: paper
        ).placed([.init(text: identifier, lines: 1, mayBeCut: false)])
        return TicketLayout(
            code: code, texts: tier + texts + foot, band: .init(x: 0, y: 0, width: card.width, height: band),
            logo: logo,
            rules: rules.map { (from: (card.margin, $0), to: (card.margin + card.inner, $0)) })
    }
}
