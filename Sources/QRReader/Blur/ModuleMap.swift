// The map from a picture's pixels to a symbol's modules.

/// A projective map from pixels to modules, with its derivatives.
///
/// Its eight parameters refer to pixels relative to the symbol's middle, in halves of its size, so all are of a like
/// magnitude.
struct ModuleMap {
    /// A pixel's place among the modules.
    struct Place {
        /// The column, 0 to the dimension within the symbol.
        var u: Float
        /// The row.
        var v: Float
        /// The growth of `u` per pixel to the right and down.
        var du: Vector
        /// The growth of `v` per pixel to the right and down.
        var dv: Vector
        /// The pixel relative to the middle, divided by the denominator.
        var relative: Vector
        /// One divided by the denominator.
        var inverse: Float
    }

    static let parameterCount = 8

    /// The rows of the matrix one after the other: for the column, for the row, and the denominator's first two.
    var parameters = InlineArray<8, Float>(repeating: 0)
    /// The symbol's middle, in pixels.
    let middle: Vector
    /// Half of the symbol's size, in pixels.
    let reach: Float

    /// Creates the map of a symbol.
    ///
    /// - Parameters:
    ///   - quad: The symbol's corners, in pixels.
    ///   - dimension: Modules per side.
    init?(_ quad: Quad, dimension: Int) {
        middle = (quad.topLeft + quad.topRight + quad.bottomRight + quad.bottomLeft) / 4
        reach = (quad.side(0) + quad.side(1) + quad.side(2) + quad.side(3)) / 8
        guard reach > 1, reach < 100_000 else { return nil }
        var relative = quad
        for corner in 0..<4 { relative[corner] = (quad[corner] - middle) / reach }
        guard let map = Homography.square(to: relative, side: Float(dimension)) else { return nil }
        let (a, b, c, p) = (map.across, map.down, map.origin, map.perspective)
        // The adjugate is the inverse up to a factor.
        let last = a.x * b.y - b.x * a.y
        guard abs(last) > 1e-9 else { return nil }
        parameters[0] = (b.y - c.y * p.y) / last
        parameters[1] = (c.x * p.y - b.x) / last
        parameters[2] = (b.x * c.y - c.x * b.y) / last
        parameters[3] = (c.y * p.x - a.y) / last
        parameters[4] = (a.x - c.x * p.x) / last
        parameters[5] = (c.x * a.y - a.x * c.y) / last
        parameters[6] = (a.y * p.y - b.y * p.x) / last
        parameters[7] = (b.x * p.x - a.x * p.y) / last
    }

    /// Returns a pixel's place.
    ///
    /// - Parameter pixel: A place in the picture, in pixels; the first pixel's centre is at one half.
    /// - Returns: The place among the modules, with the map's derivatives there.
    @inline(__always)
    func place(of pixel: Vector) -> Place {
        let relative = (pixel - middle) / reach
        let (x, y) = (relative.x, relative.y)
        let inverse = 1 / (1 + parameters[6] * x + parameters[7] * y)
        let u = (parameters[0] * x + parameters[1] * y + parameters[2]) * inverse
        let v = (parameters[3] * x + parameters[4] * y + parameters[5]) * inverse
        let perspective = Vector(parameters[6], parameters[7])
        return Place(
            u: u, v: v,
            du: (Vector(parameters[0], parameters[1]) - u * perspective) * (inverse / reach),
            dv: (Vector(parameters[3], parameters[4]) - v * perspective) * (inverse / reach),
            relative: relative * inverse, inverse: inverse)
    }

    /// Returns the pixel at a place among the modules.
    func pixel(u: Float, v: Float) -> Vector {
        let p = parameters
        // Two equations in x and y: (p0 - u p6) x + (p1 - u p7) y = u - p2, and likewise for v.
        let (a, b) = (Vector(p[0] - u * p[6], p[3] - v * p[6]), Vector(p[1] - u * p[7], p[4] - v * p[7]))
        let right = Vector(u - p[2], v - p[5])
        let determinant = a.cross(b)
        return Vector(right.cross(b), a.cross(right)) / determinant * reach + middle
    }

    /// Returns the symbol's corners, in pixels.
    func outline(dimension: Int) -> Quad {
        let side = Float(dimension)
        return Quad(
            topLeft: pixel(u: 0, v: 0), topRight: pixel(u: side, v: 0), bottomRight: pixel(u: side, v: side),
            bottomLeft: pixel(u: 0, v: side))
    }

    /// The width of a module in the symbol's middle, in pixels.
    var moduleSize: Float {
        let place = place(of: middle)
        return 1 / max(abs(place.du.cross(place.dv)), 1e-9).squareRoot()
    }
}
