// Symbols on curved surfaces.

extension SymbolFitter {
    /// Finds the poses of a bent symbol for the last triple.
    ///
    /// - Parameters:
    ///   - view: The view in which the patterns were found.
    ///   - work: The remaining budget.
    /// - Returns: The poses, best first; none if the outlines are those of a flat symbol.
    mutating func bentPoses(view: ContrastView, work: inout WorkBudget) -> [SymbolPose] {
        var result: [SymbolPose] = []
        for dimension in Self.dimensions(around: estimate).prefix(3) {
            guard work.has(Self.mostBendWork), let pose = bent(dimension: dimension, view: view, work: &work),
                pose.finders >= 3
            else { continue }
            if pose.timing > 0.2 * pose.finders { result.append(pose) }
        }
        return result.sorted { $0.fitness > $1.fitness }
    }

    /// The maximum number of rounds in the search for a bend; anything that takes more is not a bend.
    private static let mostRounds = 16
    /// The maximum cost of a search for a bend and its alignment pattern, for a symbol of the highest version.
    private static let mostBendWork = 8 * mostRounds * WorkBudget.solution + 50_000

    /// Fits a bent symbol to the outlines of the last triple's patterns.
    ///
    /// - Parameters:
    ///   - dimension: The symbol's modules per side.
    ///   - view: The view in which the patterns were found.
    ///   - work: The remaining budget; the cost is deducted even if it exceeds it.
    /// - Returns: The pose; nil if an outline is missing, or if the outlines are those of a flat symbol.
    private mutating func bent(dimension: Int, view: ContrastView, work: inout WorkBudget) -> SymbolPose? {
        guard let moduleSize = outlineModuleSize, var best = solve(Bend(side: Float(dimension))) else { return nil }
        let flatError = best.error
        // Outlines are accurate to a tenth of a module, and no readable bend displaces them by two modules.
        guard 0.02...4 ~= flatError / (moduleSize * moduleSize) else { return nil }
        var (step, rounds) = (Float(1), 0)
        while step > 0.1, rounds < Self.mostRounds {
            rounds += 1
            work.spend(8 * WorkBudget.solution)
            var isBetter = false
            for change in 0..<8 {
                var bend = best.bend
                bend[change / 2] += change % 2 == 0 ? -step : step
                guard let candidate = solve(bend), candidate.error < 0.98 * best.error else { continue }
                (best, isBetter) = (candidate, true)
            }
            if !isBetter { step /= 2 }
        }
        // A symbol that is bent by less than this is read as a flat one.
        guard max(best.bend.across.length, best.bend.down.length) > 0.3, best.error < 0.5 * flatError else {
            return nil
        }
        best.map.bend = best.bend
        let layout = layout(dimension)
        work.spend(WorkBudget.bentPlaces(layout.count))
        return .measured(aligned(best.map, best.bend, dimension, view, work: &work), layout, in: view)
    }

    /// Returns the map of a bent symbol, and its deviation from the outlines.
    private mutating func solve(_ bend: Bend) -> (bend: Bend, map: Homography, error: Float)? {
        collect(dimension: Int(bend.side), outlineWeight: 1, centreWeight: 1, bend: bend)
        guard let map = fit.solve() else { return nil }
        return (bend, map, fit.error(of: map))
    }

    /// Returns the map improved by the alignment pattern nearest to the fourth corner, if that is found.
    private mutating func aligned(
        _ map: Homography,
        _ bend: Bend,
        _ dimension: Int,
        _ view: ContrastView,
        work: inout WorkBudget
    ) -> Homography {
        guard let place = layout(dimension).lastAlignment else { return map }
        let near = view.alignmentOffset(at: place, under: map, reach: 2.5, step: 0.5, pull: 0.4)
        let found = view.alignmentCentre(at: place + near.offset, under: map)
        work.spend(WorkBudget.bentPlaces(170 * 25) + WorkBudget.solution)
        guard found.agreement > 8 else { return map }
        let target = map(place + near.offset + found.offset)
        collect(dimension: dimension, outlineWeight: 0.5, centreWeight: 1, bend: bend)
        fit.add(bend(place), target, weight: 4)
        guard var better = fit.solve() else { return map }
        better.bend = bend
        return better
    }
}
