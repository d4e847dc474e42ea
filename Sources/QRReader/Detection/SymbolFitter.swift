// Derives the poses of a symbol from three finder patterns.

/// Finds the poses that align a symbol's fixed patterns with those in the picture; its storage is reused between
/// triples.
struct SymbolFitter {
    /// The likeliest poses of the last triple, best first.
    private(set) var poses: [SymbolPose] = []

    private var corners = FinderCorners()
    var fit = HomographyFit()
    /// The centres of the last triple's patterns: corner, right, below.
    private var centres = InlineArray<3, Vector>(repeating: Vector())
    /// The approximate number of modules per side, for the last triple.
    private(set) var estimate: Float = 0
    private var outlines = InlineArray<3, Quad?>(repeating: nil)
    private var layouts: [FixedPatterns?] = Array(repeating: nil, count: 40)

    /// Returns the layout of a dimension, which is created once.
    mutating func layout(_ dimension: Int) -> FixedPatterns {
        let index = (dimension - 21) / 4
        if let layout = layouts[index] { return layout }
        let layout = FixedPatterns(dimension: dimension)
        layouts[index] = layout
        return layout
    }

    /// The maximum cost of a fit, for a symbol of the highest version.
    static let mostWork = 60_000

    /// Finds the poses of a triple.
    ///
    /// - Parameters:
    ///   - triple: A triple from ``TripleCheck``.
    ///   - patterns: The patterns that its indices refer to.
    ///   - view: A view of a level where a module is 2 to 4.5 pixels wide.
    ///   - gates: The minimum agreements.
    ///   - work: The remaining budget; the cost is deducted even if it exceeds it.
    mutating func fit(
        _ triple: FinderTriple, _ patterns: [FinderPattern], view: ContrastView, gates: FitGates, work: inout WorkBudget
    ) {
        poses.removeAll(keepingCapacity: true)
        measureOutlines(triple, patterns, view: view, work: &work)
        guard areAlike() else { return }
        for dimension in Self.dimensions(around: estimate) {
            addPoses(dimension: dimension, view: view, work: &work)
        }
        poses.sort { $0.timing > $1.timing }
        guard let best = poses.first else { return }
        let contrast = view.agreement(with: layout(best.dimension).finders, under: best.map)
        guard contrast >= 3, best.timing >= contrast * gates.timing else {
            poses.removeAll(keepingCapacity: true)
            return
        }
        poses.removeLast(max(0, poses.count - gates.poses))
        for index in poses.indices {
            let layout = layout(poses[index].dimension)
            poses[index] = .measured(poses[index].map, layout, in: view)
            work.spend(WorkBudget.places(layout.count))
        }
        poses.sort { $0.fitness > $1.fitness }
    }

    /// Finds the outlines of the three patterns, and estimates the dimension.
    private mutating func measureOutlines(
        _ triple: FinderTriple, _ patterns: [FinderPattern], view: ContrastView, work: inout WorkBudget
    ) {
        centres = [patterns[triple.corner].centre, patterns[triple.right].centre, patterns[triple.below].centre]
        let (u, v) = (centres[1] - centres[0], centres[2] - centres[0])
        let (across, down) = (u / u.length, v / v.length)
        for index in 0..<3 {
            outlines[index] = corners.corners(
                centre: centres[index],
                across: across * triple.modulesAcross[index],
                down: down * triple.modulesDown[index],
                view: view,
                work: &work
            )
        }
        estimate = estimatedDimension(u.length, v.length, triple)
    }

    /// The width of a module in the corner's pattern; nil unless all three outlines were found.
    var outlineModuleSize: Float? {
        guard let outline = outlines[0], outlines[1] != nil, outlines[2] != nil else { return nil }
        return (outline.side(0) + outline.side(1) + outline.side(2) + outline.side(3)) / 28
    }

    /// Returns whether the outlines may belong to one symbol: perspective makes one smaller, but only to a limited
    /// extent.
    private func areAlike() -> Bool {
        guard let a = outlines[0], let b = outlines[1], let c = outlines[2] else { return true }
        var (shortest, longest) = (Float.infinity, Float(0))
        for side in 0..<4 {
            shortest = min(shortest, a.side(side), b.side(side), c.side(side))
            longest = max(longest, a.side(side), b.side(side), c.side(side))
        }
        guard longest <= 8 * shortest else { return false }
        for side in 0..<2 {
            guard 1 / 3...3 ~= a.side(side) / b.side(side), 1 / 3...3 ~= a.side(side) / c.side(side) else {
                return false
            }
        }
        return true
    }

    /// Returns the number of modules per side, from the patterns' distances and outlines.
    private func estimatedDimension(_ across: Float, _ down: Float, _ triple: FinderTriple) -> Float {
        var wide = (triple.modulesAcross[0] + triple.modulesAcross[1]) / 2
        var tall = (triple.modulesDown[0] + triple.modulesDown[2]) / 2
        if let a = outlines[0], let b = outlines[1], let c = outlines[2] {
            wide = (a.side(0) + a.side(2) + b.side(0) + b.side(2)) / 28
            tall = (a.side(1) + a.side(3) + c.side(1) + c.side(3)) / 28
        }
        return (across / wide + down / tall) / 2 + 7
    }

    /// Returns the dimensions to try, nearest first: perspective and blur may change the estimate by a step or two.
    static func dimensions(around estimate: Float) -> [Int] {
        let range = FixedPatterns.dimensions
        // A NaN estimate becomes the smallest dimension.
        let bounded = min(Float(range.upperBound), max(Float(range.lowerBound), estimate))
        let nearest = Int((bounded - 17) / 4 + 0.5) * 4 + 17
        let step = estimate > Float(nearest) ? 4 : -4
        let candidates =
            [nearest, nearest + step, nearest - step] + (nearest > 41 ? [nearest + 2 * step, nearest - 2 * step] : [])
        return candidates.filter(range.contains)
    }

    /// Adds the least-squares pose, and the one without perspective.
    private mutating func addPoses(dimension: Int, view: ContrastView, work: inout WorkBudget) {
        let layout = layout(dimension)
        let span = Float(dimension - 7)
        collect(dimension: dimension, outlineWeight: 1, centreWeight: 1)
        if let map = fit.solve() {
            poses.append(
                SymbolPose(map: map, dimension: dimension, timing: view.agreement(with: layout.timing, under: map)))
        }
        let (across, down) = ((centres[1] - centres[0]) / span, (centres[2] - centres[0]) / span)
        let flat = Homography(across: across, down: down, origin: centres[0] - (across + down) * 3.5)
        poses.append(
            SymbolPose(map: flat, dimension: dimension, timing: view.agreement(with: layout.timing, under: flat)))
        work.spend(WorkBudget.places(2 * layout.timing.count) + WorkBudget.solution)
    }

    /// Pairs the patterns' centres and corners with their places in the symbol.
    ///
    /// - Parameters:
    ///   - dimension: The symbol's modules per side.
    ///   - outlineWeight: The weight of a corner; nil to omit the corners.
    ///   - centreWeight: The weight of a centre.
    ///   - bend: The bend of the map's source.
    mutating func collect(dimension: Int, outlineWeight: Float?, centreWeight: Float, bend: Bend? = nil) {
        let last = Float(dimension - 7)
        let offsets = [Vector(0, 0), Vector(last, 0), Vector(0, last)] as InlineArray<3, Vector>
        let square = Quad(
            topLeft: Vector(0, 0), topRight: Vector(7, 0), bottomRight: Vector(7, 7), bottomLeft: Vector(0, 7)
        )
        fit.clear()
        for index in 0..<3 {
            let centre = offsets[index] + 3.5
            fit.add(bend.map { $0(centre) } ?? centre, centres[index], weight: centreWeight)
            guard let outlineWeight, let outline = outlines[index] else { continue }
            for corner in 0..<4 {
                let place = offsets[index] + square[corner]
                fit.add(bend.map { $0(place) } ?? place, outline[corner], weight: outlineWeight)
            }
        }
    }
}
