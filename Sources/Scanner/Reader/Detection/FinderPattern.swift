// One of the three nested squares in a symbol's corners.

/// A finder pattern in a picture: a square of 3 × 3 modules in a ring in a ring.
struct FinderPattern {
    /// In the frame's pixels, as all lengths here.
    var centre: Vector
    /// The width of a module, the mean over directions.
    var moduleSize: Float
    /// Whether the pattern is light on dark.
    var isInverted: Bool
    /// How many of 16 rays from the centre cross the rings at the right distances.
    var rays: Int
    /// In how many rows it was seen.
    var sightings: Int
    /// The scale of the level it was seen in.
    var scale: Float

    /// Whether it was found at the level being searched; triples of older ones were tried before.
    var isNew = true

    /// The better of two patterns is the one less likely to be texture.
    var quality: Int { rays * 2 + min(8, sightings) }
}
