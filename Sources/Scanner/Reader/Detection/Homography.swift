// The map from a flat symbol's modules to a picture of it, seen from anywhere.

/// A projective map of the plane, scaled so that the denominator is 1 at the source's origin.
///
/// - SeeAlso: Hartley, Zisserman: Multiple View Geometry, 2nd edition, 2.3.
struct Homography {
    /// Where a step along the source's x axis leads, at its origin and before the perspective is divided out.
    var across: Vector
    /// Where a step along the source's y axis leads.
    var down: Vector
    /// Where the source's origin lies.
    var origin: Vector
    /// How fast the denominator grows along the source's axes; zero without perspective.
    var perspective = Vector()
    /// How the source is bent before it is mapped; nil where it is flat.
    var bend: Bend?

    func denominator(_ source: Vector) -> Float { 1 + perspective.dot(source) }

    /// The place in the picture.
    func callAsFunction(_ source: Vector) -> Vector {
        let source = bend.map { $0(source) } ?? source
        return (across * source.x + down * source.y + origin) / denominator(source)
    }

    /// The map from a square with its corner in the origin to four places.
    ///
    /// - Parameters:
    ///   - quad: Where the corners lie.
    ///   - side: The square's.
    /// - Returns: Nil where three of the four are in a line.
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
