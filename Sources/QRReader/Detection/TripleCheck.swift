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
        let (a, b, c) = (patterns[triple.corner], patterns[triple.right], patterns[triple.below])
        let (u, v) = (b.centre - a.centre, c.centre - a.centre)
        let (across, down) = (u / u.length, v / v.length)
        var missing = 0
        func size(_ pattern: FinderPattern, _ direction: Vector) -> Float {
            guard missing <= 2, let size = view.moduleSize(of: pattern, along: direction) else {
                missing += 1
                return pattern.moduleSize
            }
            return size
        }
        let wide = SIMD3(size(a, across), size(b, across), size(c, across))
        guard missing <= 2 else { return nil }
        let tall = SIMD3(size(a, down), size(b, down), size(c, down))
        guard missing <= 2 else { return nil }
        // The number of modules counted along the rows must equal the one along the columns.
        let columns = 2 * u.length / (wide[0] + wide[1]) + 7
        let rows = 2 * v.length / (tall[0] + tall[2]) + 7
        let difference = max(columns / rows, rows / columns)
        let expected = (columns + rows) / 2 - 13
        guard difference <= 1.5, 5...190 ~= expected else { return nil }
        let ratios = SIMD4(
            ratio(wide[0], wide[1]), ratio(tall[0], tall[2]), ratio(tall[0], tall[1]), ratio(wide[0], wide[2])
        )
        guard ratios.max() <= 2.4 else { return nil }
        work.spend(min(mostChangesWork, Int(1.5 * (u.length + v.length) * view.resolution)))
        // From the modules of the three patterns at which the timing patterns begin and end.
        let start = a.centre + (across * wide[0] + down * tall[0]) * 3
        guard let inRow = view.changes(from: start, to: b.centre + (down * tall[1] - across * wide[1]) * 3),
            let inColumn = view.changes(from: start, to: c.centre + (across * wide[2] - down * tall[2]) * 3)
        else { return nil }
        let (row, column) = (Float(inRow), Float(inColumn))
        guard max(row, column) <= 2 * expected + 8 else { return nil }
        let timing = (abs(row - column) + 0.5 * abs((row + column) / 2 - expected)) / (expected + 6)
        let skew = logarithm(ratios[0]) + logarithm(ratios[1]) + logarithm(ratios[2]) + logarithm(ratios[3])
        var result = triple
        result.cost = 0.5 * triple.cost + 0.3 * Float(missing) + 1.5 * (timing + logarithm(difference)) + 0.4 * skew
        result.modulesAcross = wide
        result.modulesDown = tall
        return result
    }

    private static func ratio(_ first: Float, _ second: Float) -> Float {
        max(first / second, second / first)
    }
}
