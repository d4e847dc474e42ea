// Examines the picture between three finder patterns.

/// Measures a triple in the picture: its modules in both directions, and its timing patterns.
enum TripleCheck {
    /// The maximum cost of examining a triple.
    static let mostWork = sizesWork + mostChangesWork
    /// The cost of six lines through patterns.
    private static let sizesWork = 300
    /// The cost of two lines with the number of steps that ``ContrastView/changes(from:to:limit:)`` takes.
    private static let mostChangesWork = 1500

    /// Measures a triple's modules.
    ///
    /// - Parameters:
    ///   - triple: A triple from ``TripleSearch``.
    ///   - patterns: The patterns that its indices refer to.
    ///   - view: A view of a level where a module is 2 to 4.5 pixels wide.
    ///   - level: The level's number.
    ///   - cache: What was measured for other triples of the same patterns.
    ///   - work: The remaining budget; the cost is deducted even if it exceeds it.
    /// - Returns: The triple with its module sizes, whose timing patterns have yet to be measured, although their cost
    ///   is already deducted; nil if it is not a symbol.
    static func measured(
        _ triple: FinderTriple, _ patterns: [FinderPattern], view: ContrastView, level: Int,
        _ cache: inout ModuleSizeCache, work: inout WorkBudget
    ) -> UntimedTriple? {
        work.spend(sizesWork)
        guard var sizes = ModuleSizes(triple, patterns, view, level: level, &cache) else { return nil }
        // The number of modules counted along the rows must equal the one along the columns.
        let columns = 2 * sizes.u.length / (sizes.wide[0] + sizes.wide[1]) + 7
        let rows = 2 * sizes.v.length / (sizes.tall[0] + sizes.tall[2]) + 7
        let difference = max(columns / rows, rows / columns)
        let expected = (columns + rows) / 2 - 13
        guard difference <= 1.5, 5...190 ~= expected else { return nil }
        let along = max(ratio(sizes.wide[0], sizes.wide[1]), ratio(sizes.tall[0], sizes.tall[2]))
        // The other two measurements cannot be shared with other triples, so they come last.
        guard along <= 2.4, sizes.measureAcross(triple, patterns, view) else { return nil }
        let (wide, tall) = (sizes.wide, sizes.tall)
        let ratios = SIMD4(
            ratio(wide[0], wide[1]), ratio(tall[0], tall[2]), ratio(tall[0], tall[1]), ratio(wide[0], wide[2])
        )
        guard ratios.max() <= 2.4 else { return nil }
        work.spend(min(mostChangesWork, Int(1.5 * (sizes.u.length + sizes.v.length) * view.resolution)))
        var result = triple
        result.modulesAcross = wide
        result.modulesDown = tall
        // From the modules of the three patterns at which the timing patterns begin and end.
        let (across, down) = (sizes.across, sizes.down)
        let skew = logarithm(ratios[0]) + logarithm(ratios[1]) + logarithm(ratios[2]) + logarithm(ratios[3])
        return UntimedTriple(
            patterns: result,
            start: sizes.corner + (across * wide[0] + down * tall[0]) * 3,
            rowEnd: sizes.right + (down * tall[1] - across * wide[1]) * 3,
            columnEnd: sizes.below + (across * wide[2] - down * tall[2]) * 3,
            expected: expected,
            shapeCost: 0.5 * triple.cost + 0.3 * Float(sizes.missing),
            differenceCost: logarithm(difference),
            skewCost: 0.4 * skew)
    }

    private static func ratio(_ first: Float, _ second: Float) -> Float {
        max(first / second, second / first)
    }
}

/// A triple whose modules were measured, and its timing patterns were not.
struct UntimedTriple {
    /// The three patterns and their modules; the cost is that of their geometry.
    let patterns: FinderTriple
    /// Where both timing patterns begin, and where each of them ends.
    let start, rowEnd, columnEnd: Vector
    /// The number of changes between dark and light that each should have.
    let expected: Float
    let shapeCost, differenceCost, skewCost: Float

    /// The cost if the timing patterns are perfect; never above the cost that they really have.
    var leastCost: Float { cost(timing: 0) }

    private func cost(timing: Float) -> Float { shapeCost + 1.5 * (timing + differenceCost) + skewCost }

    /// Counts the changes along both timing patterns.
    ///
    /// - Parameter view: The view in which the modules were measured.
    /// - Returns: The triple with a more accurate cost; nil if it is not a symbol.
    func timed(_ view: ContrastView) -> FinderTriple? {
        let limit = 2 * expected + 8
        guard let inRow = view.changes(from: start, to: rowEnd, limit: limit),
            let inColumn = view.changes(from: start, to: columnEnd, limit: limit)
        else { return nil }
        let (row, column) = (Float(inRow), Float(inColumn))
        let timing = (abs(row - column) + 0.5 * abs((row + column) / 2 - expected)) / (expected + 6)
        var result = patterns
        result.cost = cost(timing: timing)
        return result
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
    private(set) var wide = SIMD3<Float>()
    private(set) var tall = SIMD3<Float>()
    /// The number of widths that could not be measured, and were taken from the pattern.
    private(set) var missing = 0

    /// The most widths of six that may be missing.
    private static let mostMissing = 2

    /// Measures the corner's pattern and each of the others along the line between them; nil if more than two of
    /// these four widths cannot be measured.
    init?(
        _ triple: FinderTriple, _ patterns: [FinderPattern], _ view: ContrastView, level: Int,
        _ cache: inout ModuleSizeCache
    ) {
        let (a, b, c) = (patterns[triple.corner], patterns[triple.right], patterns[triple.below])
        (corner, right, below) = (a.centre, b.centre, c.centre)
        (u, v) = (right - corner, below - corner)
        (across, down) = (u / u.length, v / v.length)
        let (across, down) = (across, down)
        /// Measures a pattern along the line to another one.
        func pair(_ pattern: FinderPattern, _ index: Int, _ other: Int, _ direction: Vector) -> Float? {
            cache.size(of: index, with: other, level: level) { view.moduleSize(of: pattern, along: direction) }
        }
        wide[0] = known(pair(a, triple.corner, triple.right, across), or: a)
        wide[1] = known(pair(b, triple.right, triple.corner, across), or: b)
        tall[0] = known(pair(a, triple.corner, triple.below, down), or: a)
        tall[2] = known(pair(c, triple.below, triple.corner, down), or: c)
        guard missing <= Self.mostMissing else { return nil }
    }

    /// Measures the other two patterns along the line that does not lead to them.
    ///
    /// - Returns: Whether at most two of the six widths are missing.
    mutating func measureAcross(
        _ triple: FinderTriple, _ patterns: [FinderPattern], _ view: ContrastView
    ) -> Bool {
        let (b, c) = (patterns[triple.right], patterns[triple.below])
        wide[2] = known(view.moduleSize(of: c, along: across), or: c)
        guard missing <= Self.mostMissing else { return false }
        tall[1] = known(view.moduleSize(of: b, along: down), or: b)
        return missing <= Self.mostMissing
    }

    private mutating func known(_ size: Float?, or pattern: FinderPattern) -> Float {
        guard let size else {
            missing += 1
            return pattern.moduleSize
        }
        return size
    }
}
