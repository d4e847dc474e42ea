// The map from a flat symbol's modules to a picture of it, from any viewpoint.

/// A projective map of the plane, normalised so that the denominator is 1 at the source's origin.
///
/// - SeeAlso: Hartley, Zisserman: Multiple View Geometry, 2nd edition, 2.3.
struct Homography {
    /// The image of a step along the source's x axis, at its origin and before the perspective division.
    var across: Vector
    /// The image of a step along the source's y axis.
    var down: Vector
    /// The image of the source's origin.
    var origin: Vector
    /// The growth of the denominator along the source's axes; zero without perspective.
    var perspective = Vector()
    /// The bend applied to the source before it is mapped; nil if the source is flat.
    var bend: Bend?

    func denominator(_ source: Vector) -> Float { 1 + perspective.dot(source) }

    /// Returns the place in the picture.
    func callAsFunction(_ source: Vector) -> Vector {
        let source = bend.map { $0(source) } ?? source
        return (across * source.x + down * source.y + origin) / denominator(source)
    }

    /// Returns eight places in the picture at once, to the last bit as for one.
    @inline(__always)
    func places(x: SIMD8<Float>, y: SIMD8<Float>) -> (x: SIMD8<Float>, y: SIMD8<Float>) {
        let (x, y) = bend?.places(x: x, y: y) ?? (x, y)
        let denominator = 1 + (perspective.x * x + perspective.y * y)
        return (
            (across.x * x + down.x * y + origin.x) / denominator, (across.y * x + down.y * y + origin.y) / denominator
        )
    }

    /// Returns the map from a square with one corner at the origin to four places.
    ///
    /// - Parameters:
    ///   - quad: The places of the corners.
    ///   - side: The side of the square.
    /// - Returns: The map; nil if three of the four places are collinear.
    /// - SeeAlso: Heckbert: Fundamentals of Texture Mapping and Image Warping, 1989, 2.2.3.
    static func square(to quad: Quad, side: Float) -> Homography? {
        let (right, below) = (quad.topRight - quad.bottomRight, quad.bottomLeft - quad.bottomRight)
        let rest = quad.topLeft - quad.topRight + quad.bottomRight - quad.bottomLeft
        let determinant = right.cross(below)
        guard abs(determinant) > 1e-6 else { return nil }
        let perspective = Vector(rest.cross(below), right.cross(rest)) / determinant
        return Homography(
            across: (quad.topRight - quad.topLeft + perspective.x * quad.topRight) / side,
            down: (quad.bottomLeft - quad.topLeft + perspective.y * quad.bottomLeft) / side,
            origin: quad.topLeft,
            perspective: perspective / side
        )
    }
}
