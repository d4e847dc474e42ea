// One of the three nested squares in a symbol's corners.

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

    /// The quality; the better of two patterns is the one less likely to be texture.
    var quality: Int { rays * 2 + min(8, sightings) }
}
