// The dimensions of a full-page ticket.

/// The dimensions of a page for one guest, in millimetres.
struct TicketCard {
    let width: Double
    /// The height of the part that is the ticket.
    let height: Double
    /// Whether the page is folded twice, with the ticket in its upper half.
    let isFolded: Bool
    /// The height of the identifier and the free space below it.
    let foot = 12.0
    /// The space around the line between the event and the guest.
    let ruleGap = (above: 4.0, below: 5.0)

    /// Computes the dimensions of a page.
    ///
    /// - Parameter place: A whole page; A4 is folded.
    init(_ place: TicketPaper.Place) {
        width = place.width
        isFolded = place.width >= 200
        height = isFolded ? place.height / 2 : place.height
    }

    var margin: Double { width >= 140 ? 14 : 9 }
    /// The size of type relative to A6.
    var scale: Double { width >= 140 ? 1.35 : 1 }
    /// The width between the margins.
    var inner: Double { width - 2 * margin }
    /// The top of the first text.
    var top: Double { margin + 3 }

    /// Returns whether the guest's name fits beside a code.
    func isBeside(_ side: Double) -> Bool { inner >= side + 50 }

    /// The side of the largest code that leaves a line for each text.
    var codeRoom: Double {
        let event = 14.1 * scale + 1.5 + ruleGap.above + ruleGap.below
        let guest = 13 * scale + 4
        let beside = min(inner - 50, height - top - event - foot)
        return max(beside, min(inner, height - top - event - guest - foot)).rounded(.down)
    }
}
