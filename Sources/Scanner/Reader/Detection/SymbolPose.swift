// Where a symbol may lie in a picture.

/// A map from modules to the frame's pixels, for a symbol of a dimension.
struct SymbolPose {
    var map: Homography
    var dimension: Int
    /// How well the picture agrees with the timing patterns; see ``ContrastView/agreement(with:under:)``.
    var timing: Float
    /// The same for the finder patterns.
    var finders: Float = 0
    /// The sum over all patterns; the better of two poses is the higher one.
    var fitness: Float = 0

    /// The symbol's corners in the frame.
    var outline: Quad {
        let side = Float(dimension)
        return Quad(
            topLeft: map(Vector(0, 0)),
            topRight: map(Vector(side, 0)),
            bottomRight: map(Vector(side, side)),
            bottomLeft: map(Vector(0, side))
        )
    }

    /// A pose with its agreements measured.
    static func measured(_ map: Homography, _ layout: FixedPatterns, in view: ContrastView) -> SymbolPose {
        var pose = SymbolPose(
            map: map, dimension: layout.dimension, timing: view.agreement(with: layout.timing, under: map))
        pose.finders = view.agreement(with: layout.finders, under: map)
        pose.fitness = pose.finders + 1.2 * pose.timing + view.agreement(with: layout.alignment, under: map)
        return pose
    }
}
