// The dimensions of a large ticket: a page, half of it or a quarter.

/// The dimensions of a ticket for one guest, in millimetres.
struct TicketCard {
    let width: Double
    /// The height of the part that is the ticket.
    let height: Double
    /// Whether the page is folded twice, with the ticket in its upper half.
    let isFolded: Bool

    /// Computes the dimensions of a place.
    ///
    /// - Parameter place: A page, which is folded if it is A4, half of it or a quarter.
    init(_ place: TicketPaper.Place) {
        width = place.width
        isFolded = place.width >= 200
        height = isFolded ? place.height / 2 : place.height
    }

    var margin: Double { width >= 140 ? 13 : 9 }
    /// The size of type relative to A6.
    var scale: Double { width >= 140 ? 1.35 : 1 }
    /// The width between the margins.
    var inner: Double { width - 2 * margin }
    /// Whether the code has a column of its own at the right, as high as the ticket.
    var isWide: Bool { width > height }
    /// The height of the identifier and the free space below it.
    var foot: Double { 11 }
    /// The height of the short number below the code.
    var numberHeight: Double { 7 * scale }
    /// The minimum width of the guest's name beside the code.
    private var beside: Double { 38 * scale }
    /// The space between the name and the code's quiet zone.
    let gap = 2.0

    /// The height of the band, whose upper 4 mm many printers leave white.
    ///
    /// - Parameters:
    ///   - hasText: Whether there is a tier to name.
    ///   - isTight: Whether a large code leaves little room.
    /// - Returns: The height in millimetres.
    func band(hasText: Bool, isTight: Bool) -> Double {
        hasText ? (isTight ? 10 : 13) * scale : 7
    }

    /// Returns whether the guest's name fits beside a code.
    func isBeside(_ side: Double) -> Bool { isWide || inner >= side + beside + gap }

    /// Returns whether a code is so large that everything else has to be small.
    func isTight(_ side: Double) -> Bool { side > room(isTight: false) }

    /// The side of the largest code that leaves a line for each text.
    var codeRoom: Double { room(isTight: true).rounded(.down) }

    private func room(isTight: Bool) -> Double {
        let below = height - band(hasText: true, isTight: isTight) - numberHeight - foot
        guard !isWide else { return min(inner - 60 * scale, below - 4) }
        let (event, guest) = isTight ? (19.0, 7.0) : (44 * scale, 12 * scale)
        return max(min(inner - beside - gap, below - event), min(inner, below - event - guest))
    }
}
