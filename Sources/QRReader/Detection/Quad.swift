// Four corners.

/// The corners of a quadrilateral, named from the point of view of a reader of the symbol.
struct Quad {
    var topLeft: Vector
    var topRight: Vector
    var bottomRight: Vector
    var bottomLeft: Vector

    /// The corners clockwise from the top left, with the y axis pointing down.
    subscript(index: Int) -> Vector {
        get {
            switch index & 3 {
            case 0: topLeft
            case 1: topRight
            case 2: bottomRight
            default: bottomLeft
            }
        }
        set {
            switch index & 3 {
            case 0: topLeft = newValue
            case 1: topRight = newValue
            case 2: bottomRight = newValue
            default: bottomLeft = newValue
            }
        }
    }

    /// Returns the length of the side from a corner to the next.
    func side(_ index: Int) -> Float { (self[index + 1] - self[index]).length }

    /// Returns the place at the given shares of the distance across and down, by bilinear interpolation.
    func place(across: Float, down: Float) -> Vector {
        let top = topLeft + (topRight - topLeft) * across
        let bottom = bottomLeft + (bottomRight - bottomLeft) * across
        return top + (bottom - top) * down
    }
}
