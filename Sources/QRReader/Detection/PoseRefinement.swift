// Refines a pose to a fraction of a module.

/// Moves the four corners of a pose one by one as long as the agreement with the picture improves.
///
/// This helps if a finder pattern is damaged or covered by glare, which makes its outline wrong.
struct PoseRefinement {
    /// Refines a pose.
    ///
    /// - Parameters:
    ///   - pose: A pose with its agreements measured.
    ///   - layout: The fixed patterns of the pose's dimension.
    ///   - view: The view in which the pose was measured.
    ///   - isBent: Whether the symbol may lie on a curved surface.
    ///   - work: The remaining budget.
    /// - Returns: The better pose; nil if none is clearly better.
    mutating func refined(
        _ pose: SymbolPose,
        _ layout: FixedPatterns,
        view: ContrastView,
        isBent: Bool,
        work: inout WorkBudget
    ) -> SymbolPose? {
        var best = pose
        var outline = pose.outline
        let module = (outline.side(0) + outline.side(3)) / Float(2 * pose.dimension)
        var step: Float = 0.5
        let places = layout.count * (isBent ? 24 : 16)
        let round = isBent || pose.map.bend != nil ? WorkBudget.bentPlaces(places) : WorkBudget.places(places)
        for _ in 0..<8 where work.has(round) {
            work.spend(round)
            let isBetter = isBent && bend(&best, by: step, layout, view)
            if !improve(&best, &outline, by: step * module, layout, view), !isBetter {
                step /= 2
                if step < 0.06 { break }
            }
        }
        return best.fitness > pose.fitness + 0.05 ? best : nil
    }

    /// Tries to move every corner left, right, up and down, starting with the one without a finder pattern.
    ///
    /// - Returns: Whether some move was kept.
    private mutating func improve(
        _ best: inout SymbolPose,
        _ outline: inout Quad,
        by step: Float,
        _ layout: FixedPatterns,
        _ view: ContrastView
    ) -> Bool {
        var isBetter = false
        for corner in [2, 3, 0, 1] as [Int] {
            for direction in [Vector(-step, 0), Vector(step, 0), Vector(0, -step), Vector(0, step)] as [Vector] {
                var moved = outline
                moved[corner] += direction
                guard var map = Homography.square(to: moved, side: Float(best.dimension)) else { continue }
                map.bend = best.map.bend
                let pose = SymbolPose.measured(map, layout, in: view)
                guard pose.fitness > best.fitness else { continue }
                (best, outline, isBetter) = (pose, moved, true)
            }
        }
        return isBetter
    }

    /// Tries to increase and decrease the bend.
    ///
    /// - Returns: Whether some bend was kept.
    private mutating func bend(
        _ best: inout SymbolPose,
        by step: Float,
        _ layout: FixedPatterns,
        _ view: ContrastView
    ) -> Bool {
        var isBetter = false
        for index in 0..<4 {
            for change in [-step, step] as [Float] {
                var map = best.map
                var bend = map.bend ?? Bend(side: Float(best.dimension))
                bend[index] += change
                map.bend = bend
                let pose = SymbolPose.measured(map, layout, in: view)
                guard pose.fitness > best.fitness else { continue }
                (best, isBetter) = (pose, true)
            }
        }
        return isBetter
    }
}
