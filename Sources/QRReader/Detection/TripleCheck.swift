// Examines the picture between three finder patterns.

/// Measures a triple in the picture: its modules in both directions, and its timing patterns.
enum TripleCheck {
    /// The maximum cost of examining a triple.
    static let mostWork = sizesWork + mostChangesWork
    /// The cost of six lines through patterns.
    private static let sizesWork = 300
    /// The cost of two lines with the number of steps that ``ContrastView/changes(from:to:)`` takes.
    private static let mostChangesWork = 1500

    /// Measures a triple.
    ///
    /// - Parameters:
    ///   - triple: A triple from ``TripleSearch``.
    ///   - patterns: The patterns that its indices refer to.
    ///   - view: A view of a level where a module is 2 to 4.5 pixels wide.
    ///   - work: The remaining budget; the cost is deducted even if it exceeds it.
    /// - Returns: The triple with its module sizes and a more accurate cost; nil if it is not a symbol.
    static func measured(
        _ triple: FinderTriple, _ patterns: [FinderPattern], view: ContrastView, work: inout WorkBudget
    ) -> FinderTriple? {
        work.spend(sizesWork)
        guard let sizes = ModuleSizes(triple, patterns, view) else { return nil }
        let (wide, tall) = (sizes.wide, sizes.tall)
        // The number of modules counted along the rows must equal the one along the columns.
        let columns = 2 * sizes.u.length / (wide[0] + wide[1]) + 7
        let rows = 2 * sizes.v.length / (tall[0] + tall[2]) + 7
        let difference = max(columns / rows, rows / columns)
        let expected = (columns + rows) / 2 - 13
        guard difference <= 1.5, 5...190 ~= expected else { return nil }
        let ratios = SIMD4(
            ratio(wide[0], wide[1]), ratio(tall[0], tall[2]), ratio(tall[0], tall[1]), ratio(wide[0], wide[2])
        )
        guard ratios.max() <= 2.4 else { return nil }
        work.spend(min(mostChangesWork, Int(1.5 * (sizes.u.length + sizes.v.length) * view.resolution)))
        guard let timing = timingCost(sizes, expected: expected, view) else { return nil }
        let skew = logarithm(ratios[0]) + logarithm(ratios[1]) + logarithm(ratios[2]) + logarithm(ratios[3])
        var result = triple
        result.cost =
            0.5 * triple.cost + 0.3 * Float(sizes.missing) + 1.5 * (timing + logarithm(difference)) + 0.4 * skew
        result.modulesAcross = wide
        result.modulesDown = tall
        return result
    }

    /// Counts the changes along both timing patterns, and returns how far they are from those of a symbol.
    private static func timingCost(_ sizes: ModuleSizes, expected: Float, _ view: ContrastView) -> Float? {
        let (wide, tall, across, down) = (sizes.wide, sizes.tall, sizes.across, sizes.down)
        // From the modules of the three patterns at which the timing patterns begin and end.
        let start = sizes.corner + (across * wide[0] + down * tall[0]) * 3
        let rowEnd = sizes.right + (down * tall[1] - across * wide[1]) * 3
        let columnEnd = sizes.below + (across * wide[2] - down * tall[2]) * 3
        guard let inRow = view.changes(from: start, to: rowEnd), let inColumn = view.changes(from: start, to: columnEnd)
        else { return nil }
        let (row, column) = (Float(inRow), Float(inColumn))
        guard max(row, column) <= 2 * expected + 8 else { return nil }
        return (abs(row - column) + 0.5 * abs((row + column) / 2 - expected)) / (expected + 6)
    }

    private static func ratio(_ first: Float, _ second: Float) -> Float {
        max(first / second, second / first)
    }
}

/// The modules of three patterns, measured in the picture along the symbol's rows and columns.
private struct ModuleSizes {
    /// The centres of the corner's, the right and the lower pattern.
    let corner, right, below: Vector
    /// From the corner's centre to the other two.
    let u, v: Vector
    /// The directions of the rows and columns, of length 1.
    let across, down: Vector
    /// The widths along the rows and columns, at the patterns in the order above.
    let wide, tall: SIMD3<Float>
    /// The number of widths that could not be measured, and were taken from the pattern.
    let missing: Int

    /// Measures the patterns; nil if more than two of six widths cannot be measured.
    init?(_ triple: FinderTriple, _ patterns: [FinderPattern], _ view: ContrastView) {
        let (a, b, c) = (patterns[triple.corner], patterns[triple.right], patterns[triple.below])
        (corner, right, below) = (a.centre, b.centre, c.centre)
        (u, v) = (right - corner, below - corner)
        (across, down) = (u / u.length, v / v.length)
        var missing = 0
        func size(_ pattern: FinderPattern, _ direction: Vector) -> Float {
            guard missing <= 2, let size = view.moduleSize(of: pattern, along: direction) else {
                missing += 1
                return pattern.moduleSize
            }
            return size
        }
        wide = SIMD3(size(a, across), size(b, across), size(c, across))
        guard missing <= 2 else { return nil }
        tall = SIMD3(size(a, down), size(b, down), size(c, down))
        guard missing <= 2 else { return nil }
        self.missing = missing
    }
}
