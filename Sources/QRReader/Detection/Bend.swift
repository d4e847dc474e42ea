// The deviation of a symbol on a bottle or a curled sheet from a flat one.

/// A displacement of a symbol's modules that is 0 at its corners and grows as a parabola between them.
///
/// This is the second-order approximation of a cylinder seen from the side, whatever the direction of its axis.
struct Bend {
    /// The symbol's dimension.
    let side: Float
    /// The displacement in modules, half way along the rows.
    var across = Vector()
    /// The displacement in modules, half way along the columns.
    var down = Vector()

    /// Returns the position that the place has on the flat symbol.
    func callAsFunction(_ place: Vector) -> Vector {
        let share = place / side
        let height = 4 * share * (1 - share)
        return place + across * height.x + down * height.y
    }

    /// Returns the positions of eight places at once.
    func places(x: SIMD8<Float>, y: SIMD8<Float>) -> (x: SIMD8<Float>, y: SIMD8<Float>) {
        let (shareX, shareY) = (x / side, y / side)
        let (heightX, heightY) = (4 * shareX * (1 - shareX), 4 * shareY * (1 - shareY))
        return (x + across.x * heightX + down.x * heightY, y + across.y * heightX + down.y * heightY)
    }

    /// The four parameters of the bend.
    subscript(index: Int) -> Float {
        get { index < 2 ? across[index] : down[index - 2] }
        set {
            if index < 2 { across[index] = newValue } else { down[index - 2] = newValue }
        }
    }
}
