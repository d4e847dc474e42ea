// The three nested squares in a symbol's corners.

/// A finder pattern in a picture: a square of 3 × 3 modules within a light ring within a dark ring.
struct FinderPattern {
    /// The centre in the frame's pixels, like all lengths here.
    var centre: Vector
    /// The width of a module, averaged over directions.
    var moduleSize: Float
    /// Whether the pattern is light on dark.
    var isInverted: Bool
    /// The number of rays, of 16 from the centre, that cross the rings at the right distances.
    var rays: Int
    /// The number of rows in which the pattern was seen.
    var sightings: Int
    /// The scale of the level in which the pattern was seen.
    var scale: Float

    /// Whether the pattern was found at the current level; triples of older patterns were tried before.
    var isNew = true

    /// The pattern as if it had been found just now, so that its triples are tried again.
    var new: FinderPattern {
        var pattern = self
        pattern.isNew = true
        return pattern
    }

    /// The quality; the better of two patterns is the one less likely to be texture.
    var quality: Int { rays * 2 + min(8, sightings) }
}

/// Three finder patterns, as indices in a list.
struct FinderTriple {
    /// The pattern in the symbol's corner between the other two.
    var corner: Int
    /// The pattern along the symbol's rows from the corner.
    var right: Int
    /// The pattern along the symbol's columns from the corner.
    var below: Int
    /// The cost; a lower value is likelier to be a symbol.
    var cost: Float
    /// The width of a module along the symbol's rows, at the three patterns in the order above.
    var modulesAcross = SIMD3<Float>()
    /// The width of a module along the symbol's columns.
    var modulesDown = SIMD3<Float>()
}
