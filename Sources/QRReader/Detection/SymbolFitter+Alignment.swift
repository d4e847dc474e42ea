// The fourth corner, which has no finder pattern.

extension SymbolFitter {
    /// Improves a pose using the alignment pattern nearest to the corner without a finder pattern.
    ///
    /// - Parameters:
    ///   - pose: A pose of the last triple.
    ///   - view: The view in which the pose was found.
    ///   - work: The remaining budget.
    /// - Returns: The better pose; the same pose if no alignment pattern is found or the budget is insufficient.
    mutating func aligned(_ pose: SymbolPose, view: ContrastView, work: inout WorkBudget) -> SymbolPose {
        let layout = layout(pose.dimension)
        let reach = Self.alignmentReach(pose.dimension)
        let most = Self.alignmentWork(reach: reach) + 2 * (WorkBudget.places(layout.count) + WorkBudget.solution)
        guard let place = layout.lastAlignment, work.has(most) else { return pose }
        let found = offset(of: place, pose, reach: reach, view: view, work: &work)
        guard found.agreement > 8 else { return pose }
        let target = pose.map(place + found.offset)
        var best = pose
        collect(dimension: pose.dimension, outlineWeight: 0.5, centreWeight: 2)
        fit.add(place, target, weight: 4)
        if let map = fit.solve() {
            let candidate = SymbolPose.measured(map, layout, in: view)
            // This pose is based on more points than the first one, so it is accepted even if it agrees slightly
            // less.
            if candidate.fitness > best.fitness - 1 { best = candidate }
        }
        collect(dimension: pose.dimension, outlineWeight: nil, centreWeight: 1)
        fit.add(place, target)
        if let map = fit.solve() {
            let candidate = SymbolPose.measured(map, layout, in: view)
            if candidate.fitness > best.fitness { best = candidate }
        }
        work.spend(2 * (WorkBudget.places(layout.count) + WorkBudget.solution))
        return best
    }

    /// Returns the maximum displacement of the pattern, in modules: perspective displaces it further in large
    /// symbols.
    private static func alignmentReach(_ dimension: Int) -> Float { 1.5 + Float(dimension) / 16 }

    /// Returns the cost of searching this far in steps of half a module, and of centring.
    private static func alignmentWork(reach: Float) -> Int {
        let steps = 2 * Int(2 * reach) + 1
        return WorkBudget.places((steps * steps + 49) * 25)
    }

    /// Searches coarsely, then finely around the best place.
    private mutating func offset(
        of place: Vector,
        _ pose: SymbolPose,
        reach: Float,
        view: ContrastView,
        work: inout WorkBudget
    ) -> (offset: Vector, agreement: Float) {
        let here = view.alignmentAgreement(at: place, under: pose.map)
        // If the pattern already agrees, it only needs centring.
        let reach = here > 0.6 * pose.finders ? 1 : reach
        var best = view.alignmentOffset(at: place, under: pose.map, reach: reach, step: 0.5, pull: 0.4)
        let centre = view.alignmentCentre(at: place + best.offset, under: pose.map)
        best.offset += centre.offset
        best.agreement = max(best.agreement, centre.agreement - 0.4 * best.offset.length)
        work.spend(Self.alignmentWork(reach: reach))
        return best
    }
}
