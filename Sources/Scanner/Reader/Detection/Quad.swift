// Four corners.

/// The corners of a quadrilateral, named as the symbol's reader would name them.
struct Quad {
    var topLeft: Vector
    var topRight: Vector
    var bottomRight: Vector
    var bottomLeft: Vector

    /// Clockwise from the top left, where the y axis points down.
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

    /// The length of the side from a corner to the next.
    func side(_ index: Int) -> Float { (self[index + 1] - self[index]).length }

    /// The place at the given shares of the way across and down, as if the sides were straight and evenly divided.
    func place(across: Float, down: Float) -> Vector {
        let top = topLeft + (topRight - topLeft) * across
        let bottom = bottomLeft + (bottomRight - bottomLeft) * across
        return top + (bottom - top) * down
    }
}
