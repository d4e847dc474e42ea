// Three finder patterns that may be one symbol's.

/// Three finder patterns, as numbers in a list of them.
struct FinderTriple {
    /// In the symbol's corner between the other two.
    var corner: Int
    /// Along the symbol's rows from the corner.
    var right: Int
    /// Along the symbol's columns from the corner.
    var below: Int
    /// Lower is likelier to be a symbol.
    var cost: Float
    /// The width of a module along the symbol's rows, at the three patterns in the above order.
    var modulesAcross = SIMD3<Float>()
    /// The width of a module along the symbol's columns.
    var modulesDown = SIMD3<Float>()
}
