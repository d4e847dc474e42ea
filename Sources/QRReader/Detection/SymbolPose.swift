// A possible position of a symbol in a picture.

/// A map from modules to the frame's pixels, for a symbol of a given dimension.
struct SymbolPose {
    var map: Homography
    var dimension: Int
    /// The agreement of the picture with the timing patterns; see ``ContrastView/agreement(with:under:)``.
    var timing: Float
    /// The agreement with the finder patterns.
    var finders: Float = 0
    /// The sum over all patterns; of two poses, the one with the higher value is better.
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

    /// Returns a pose with its agreements measured.
    static func measured(_ map: Homography, _ layout: FixedPatterns, in view: ContrastView) -> SymbolPose {
        var pose = SymbolPose(
            map: map, dimension: layout.dimension, timing: view.agreement(with: layout.timing, under: map))
        pose.finders = view.agreement(with: layout.finders, under: map)
        pose.fitness = pose.finders + 1.2 * pose.timing + view.agreement(with: layout.alignment, under: map)
        return pose
    }
}
