// How large the parts of a ticket of a page are.

/// The measures of a page for one guest, in millimetres.
struct TicketCard {
    let width: Double
    /// Of the part that is the ticket.
    let height: Double
    /// Whether the page is folded twice, and the ticket is its upper half.
    let isFolded: Bool
    /// The identifier and what is free below it.
    let foot = 12.0
    /// Around the line between the event and the guest.
    let ruleGap = (above: 4.0, below: 5.0)

    /// - Parameter place: A whole page; A4 is folded.
    init(_ place: TicketPaper.Place) {
        width = place.width
        isFolded = place.width >= 200
        height = isFolded ? place.height / 2 : place.height
    }

    var margin: Double { width >= 140 ? 14 : 9 }
    /// How much larger than on A6 type is.
    var scale: Double { width >= 140 ? 1.35 : 1 }
    /// Between the margins.
    var inner: Double { width - 2 * margin }
    /// Where the first text begins.
    var top: Double { margin + 3 }

    /// Whether the guest's name has room beside a code.
    func isBeside(_ side: Double) -> Bool { inner >= side + 50 }

    /// The largest code that leaves a line for each text.
    var codeRoom: Double {
        let event = 14.1 * scale + 1.5 + ruleGap.above + ruleGap.below
        let guest = 13 * scale + 4
        let beside = min(inner - 50, height - top - event - foot)
        return max(beside, min(inner, height - top - event - guest - foot)).rounded(.down)
    }
}
