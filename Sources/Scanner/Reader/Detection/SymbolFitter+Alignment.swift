// The fourth corner: the one without a finder pattern.

extension SymbolFitter {
    /// Improves a pose by the alignment pattern nearest to the corner without a finder pattern.
    ///
    /// - Parameters:
    ///   - pose: Of the last triple.
    ///   - view: The view that the pose was found in.
    ///   - work: What is left to spend.
    /// - Returns: The better pose; the same one where no alignment pattern is found, or no work is left for it.
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
            // It rests on more points than the first pose, so it is taken even where it agrees a little less.
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

    /// How far off the pattern may be, in modules: perspective moves it by more in large symbols.
    private static func alignmentReach(_ dimension: Int) -> Float { 1.5 + Float(dimension) / 16 }

    /// What it costs to search so far, in steps of half a module, and to centre.
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
        // Where the pattern already agrees, it only is centred.
        let reach = here > 0.6 * pose.finders ? 1 : reach
        var best = view.alignmentOffset(at: place, under: pose.map, reach: reach, step: 0.5, pull: 0.4)
        let centre = view.alignmentCentre(at: place + best.offset, under: pose.map)
        best.offset += centre.offset
        best.agreement = max(best.agreement, centre.agreement - 0.4 * best.offset.length)
        work.spend(Self.alignmentWork(reach: reach))
        return best
    }
}
