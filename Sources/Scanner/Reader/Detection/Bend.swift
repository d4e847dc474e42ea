// What a symbol on a bottle or a curled sheet is off the flat one.

/// A displacement of a symbol's modules that is 0 at its corners and grows as a parabola between them.
///
/// A cylinder seen from the side, wherever its axis points, is bent so to the second order.
struct Bend {
    /// The symbol's dimension.
    let side: Float
    /// In modules, half way along the rows.
    var across = Vector()
    /// In modules, half way along the columns.
    var down = Vector()

    /// The place that the flat symbol would have it at.
    func callAsFunction(_ place: Vector) -> Vector {
        let share = place / side
        let height = 4 * share * (1 - share)
        return place + across * height.x + down * height.y
    }

    /// The four numbers that make a bend.
    subscript(index: Int) -> Float {
        get { index < 2 ? across[index] : down[index - 2] }
        set {
            if index < 2 { across[index] = newValue } else { down[index - 2] = newValue }
        }
    }
}
