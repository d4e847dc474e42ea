// Combines places that look like finder patterns into symbols.

/// Three places that may be a symbol's finder patterns, in the frame's pixels.
struct BlurTriple {
    var corner: Vector
    var right: Vector
    var below: Vector
    /// The width of a module for which they were found.
    var module: Float
    var isInverted: Bool
    /// A lower value is likelier to be a symbol.
    var cost: Float

    /// The mean length of the two legs.
    var leg: Float { ((right - corner).length + (below - corner).length) / 2 }

    /// The corners of the symbol, without perspective.
    func quad(dimension: Int) -> Quad {
        let across = (right - corner) / Float(dimension - 7)
        let down = (below - corner) / Float(dimension - 7)
        let origin = corner - (across + down) * 3.5
        let side = Float(dimension)
        return Quad(
            topLeft: origin, topRight: origin + across * side, bottomRight: origin + (across + down) * side,
            bottomLeft: origin + down * side)
    }

    /// The dimensions that go with the module's width, nearest first.
    var dimensions: [Int] {
        let modules = leg / module
        return Self.all.filter { modules > 0.72 * Float($0 - 7) && modules < 1.36 * Float($0 - 7) }
            .sorted { abs(Float($0 - 7) - modules) < abs(Float($1 - 7) - modules) }
    }

    /// Versions 1 to 10.
    private static let all = Array(stride(from: 21, through: 57, by: 4))
    /// The shortest and the longest leg, in modules of the width found.
    private static let legs: ClosedRange<Float> = 10...68

    /// Lists the triples of places of one size and polarity with a new place among them, likeliest first.
    ///
    /// - Parameters:
    ///   - places: The places, with centres and widths in the frame's pixels.
    ///   - limit: The number of triples to keep.
    /// - Returns: The triples.
    static func all(of places: [NestedBoxes.Place], limit: Int) -> [BlurTriple] {
        var triples: [BlurTriple] = []
        for corner in places.indices {
            let near = places.indices.filter { $0 != corner && isLeg(places[corner], places[$0]) }
            for first in near {
                for second in near where second != first {
                    guard places[corner].isNew || places[first].isNew || places[second].isNew else { continue }
                    if let triple = BlurTriple(places[corner], places[first], places[second]) { triples.append(triple) }
                }
            }
        }
        triples.sort { $0.cost < $1.cost }
        return Array(triples.prefix(limit))
    }

    private static func isLeg(_ from: NestedBoxes.Place, _ to: NestedBoxes.Place) -> Bool {
        legs ~= (to.centre - from.centre).length / from.module
    }

    private init?(_ a: NestedBoxes.Place, _ b: NestedBoxes.Place, _ c: NestedBoxes.Place) {
        let (u, v) = (b.centre - a.centre, c.centre - a.centre)
        let (across, down) = (u.length, v.length)
        let ratio = across / down
        let angle = abs(u.dot(v)) / (across * down)
        guard ratio > 0.62, ratio < 1.6, u.cross(v) > 0, angle < 0.4 else { return nil }
        (corner, right, below) = (a.centre, b.centre, c.centre)
        (module, isInverted) = (a.module, a.isInverted)
        cost = 2 * angle + 2 * abs(logarithm(ratio)) - (a.correlation + b.correlation + c.correlation)
    }
}
