// Three finder patterns that may belong to one symbol.

/// Three finder patterns, as indices in a list.
struct FinderTriple {
    /// The pattern in the symbol's corner between the other two.
    var corner: Int
    /// The pattern along the symbol's rows from the corner.
    var right: Int
    /// The pattern along the symbol's columns from the corner.
    var below: Int
    /// The cost; a lower value is likelier to be a symbol.
    var cost: Float
    /// The width of a module along the symbol's rows, at the three patterns in the order above.
    var modulesAcross = SIMD3<Float>()
    /// The width of a module along the symbol's columns.
    var modulesDown = SIMD3<Float>()
}
