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

    /// The four parameters of the bend.
    subscript(index: Int) -> Float {
        get { index < 2 ? across[index] : down[index - 2] }
        set {
            if index < 2 { across[index] = newValue } else { down[index - 2] = newValue }
        }
    }
}
