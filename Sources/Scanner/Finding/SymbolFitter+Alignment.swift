// The fourth corner: the one without a finder pattern.

extension SymbolFitter {
    /// Improves a pose by the alignment pattern nearest to the corner without a finder pattern.
    ///
    /// - Parameters:
    ///   - pose: Of the last triple.
    ///   - view: The view that the pose was found in.
    /// - Returns: The better pose; the same one where no alignment pattern is found.
    mutating func aligned(_ pose: SymbolPose, view: ContrastView) -> SymbolPose {
        let layout = layout(pose.dimension)
        guard let place = layout.lastAlignment else { return pose }
        let found = offset(of: place, pose, view: view)
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
        work += Work.places(2 * layout.count)
        return best
    }

    /// Searches coarsely, then finely around the best place.
    private mutating func offset(
        of place: Vector,
        _ pose: SymbolPose,
        view: ContrastView
    ) -> (offset: Vector, agreement: Float) {
        let here = view.alignmentAgreement(at: place, under: pose.map)
        // Where the pattern already agrees, it only is centred; perspective moves it by more in large symbols.
        let reach = here > 0.6 * pose.finders ? 1 : 1.5 + Float(pose.dimension) / 16
        var best = view.alignmentOffset(at: place, under: pose.map, reach: reach, step: 0.5, pull: 0.4)
        work += Work.places(Int(16 * reach * reach) * 25)
        let centre = view.alignmentCentre(at: place + best.offset, under: pose.map)
        best.offset += centre.offset
        best.agreement = max(best.agreement, centre.agreement - 0.4 * best.offset.length)
        work += Work.places(49 * 25)
        return best
    }
}
