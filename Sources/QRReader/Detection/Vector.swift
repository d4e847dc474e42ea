// Plane geometry on positions in a picture.

/// A place or a direction in a picture: x to the right, y down, in pixels.
typealias Vector = SIMD2<Float>

extension SIMD2<Float> {
    /// The distance from the origin.
    var length: Float { (self * self).sum().squareRoot() }

    /// The sum of the products of the components: 0 if the two are perpendicular.
    func dot(_ other: Vector) -> Float { (self * other).sum() }

    /// Twice the signed area of the triangle between the two: above 0 if `other` is clockwise of `self` on the
    /// screen.
    func cross(_ other: Vector) -> Float { x * other.y - y * other.x }

    init(_ point: Point) {
        self.init(Float(point.x), Float(point.y))
    }
}

extension Point {
    init(_ vector: Vector) {
        self.init(x: Double(vector.x), y: Double(vector.y))
    }
}
