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
        for corner in places {
            let legs = places.compactMap { Leg(from: corner, to: $0) }
            for first in legs {
                for second in legs where corner.isNew || first.end.isNew || second.end.isNew {
                    if let triple = BlurTriple(corner, first, second) { triples.append(triple) }
                }
            }
        }
        triples.sort { $0.cost < $1.cost }
        return Array(triples.prefix(limit))
    }

    /// The way from one place to another.
    private struct Leg {
        var end: NestedBoxes.Place
        var vector: Vector
        var length: Float

        /// Creates a leg; nil if no symbol has one of this length.
        init?(from start: NestedBoxes.Place, to end: NestedBoxes.Place) {
            (self.end, vector) = (end, end.centre - start.centre)
            length = vector.length
            guard legs ~= length / start.module else { return nil }
        }
    }

    private init?(_ a: NestedBoxes.Place, _ first: Leg, _ second: Leg) {
        let ratio = first.length / second.length
        guard ratio > 0.62, ratio < 1.6, first.vector.cross(second.vector) > 0 else { return nil }
        let angle = abs(first.vector.dot(second.vector)) / (first.length * second.length)
        guard angle < 0.4 else { return nil }
        let (b, c) = (first.end, second.end)
        (corner, right, below) = (a.centre, b.centre, c.centre)
        (module, isInverted) = (a.module, a.isInverted)
        cost = 2 * angle + 2 * abs(logarithm(ratio)) - (a.correlation + b.correlation + c.correlation)
    }
}
