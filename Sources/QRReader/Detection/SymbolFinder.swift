// Finds and reads the symbols of a frame.

/// The complete path from a frame to its codes; holds the storage that each step reuses between frames.
///
/// It has a property for each step of the search, in their order, and the state of the current frame.
struct SymbolFinder: ~Copyable {
    private var pyramid = Pyramid()
    private var scan = FinderScan()
    private var detail = DetailMap()
    private var search = TripleSearch()
    private var sizes = ModuleSizeCache()
    private var queue = TripleQueue()
    private var fitter = SymbolFitter()
    private var refinement = PoseRefinement()
    private var grids: GridReader
    private var blur = BlurReader()
    private var liveBlur = LiveBlurReader()

    /// The search order of the last frame.
    private var order: LevelOrder?
    private var patterns = PatternList()
    private var readings: [DetectedCode] = []
    private var attempts = Attempts()
    private(set) var work = WorkBudget(limit: 0)

    /// What was tried on the triples of one level.
    private struct Attempts {
        var samplings = 0
        var refinements = 0
        var bends = 0
    }

    /// How a triple is seen.
    private struct Sight {
        var view: ContrastView
        var level: Int
        var isInverted: Bool
        var gates: FitGates
    }

    /// Creates a finder.
    ///
    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        self.init(grids: try GridReader())
    }

    private init(grids: consuming GridReader) {
        self.grids = grids
    }

    /// Reads the codes of a frame.
    ///
    /// - Parameters:
    ///   - frame: A frame of any size.
    ///   - effort: The search effort.
    /// - Returns: One reading per code, in the order in which they were found.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(_ frame: Frame, effort: DecodeEffort) throws(QRDecoderError) -> [DetectedCode] {
        let limits = SearchLimits(effort, pixels: frame.luma.count)
        work = WorkBudget(limit: limits.work)
        readings.removeAll(keepingCapacity: true)
        // No symbol is smaller, and the loops over pixels require this size.
        guard min(frame.width, frame.height) >= FixedPatterns.dimensions.lowerBound else { return [] }
        pyramid.open(frame)
        defer { pyramid.close() }
        let order =
            if let order, order.isOrder(of: frame, effort: effort) { order } else {
                LevelOrder(frame, effort: effort)
            }
        self.order = order
        for search in order.searches where readings.isEmpty {
            try self.search(search.levels, search.finish, limits)
        }
        if !readings.isEmpty, limits.equalises { try readBeside(limits) }
        if readings.isEmpty, limits.equalises {
            readings = try blur.read(&pyramid, &grids, work: &work)
            if readings.isEmpty { try readUnexplained(limits) }
            if readings.isEmpty { readings = try blur.readTilted(&pyramid, &grids, work: &work) }
            if readings.isEmpty { try readLifted(frame) }
        }
        if readings.isEmpty, effort == .live {
            // What is left of the frame's work is not this search's.
            var halving = WorkBudget(limit: 0)
            if let code = try liveBlur.read(&pyramid, &grids, work: &halving) { readings.append(code) }
            if liveBlur.isToBeLifted { try readLifted(frame) }
        }
        return readings
    }

    /// Reads blurred symbols in a frame in which others were read.
    ///
    /// They are tried where the scan has found finder patterns outside of those symbols, and searched for once one of
    /// them was read, so a frame whose symbols have all been read costs nothing more.
    private mutating func readBeside(_ limits: SearchLimits) throws(QRDecoderError) {
        let left = patterns.all.filter { pattern in !readings.contains { $0.covers(pattern.centre) } }
        guard left.count >= 3 else { return }
        work = WorkBudget(limit: SearchLimits.workPerCandidate)
        patterns.removeAll()
        patterns.add(left.map(\.new), limit: SearchLimits.patternsLeft, work: &work)
        search.search(patterns.all, isUsed: patterns.isUsed, limit: SearchLimits.patternsLeft, work: &work)
        blur.begin()
        var failures = 0
        var isBlurred = false
        for triple in search.triples where triple.cost < SearchLimits.mostCostLeft && !patterns.isUsed(triple) {
            guard failures < SearchLimits.failuresLeft else { break }
            failures += 1
            if try readSharpened(triple, limits) {
                failures = 0
            } else if let code = try blur.read(BlurTriple(triple, patterns.all), &pyramid, &grids, work: &work) {
                readings.append(code)
                patterns.use(triple)
                (failures, isBlurred) = (0, true)
            }
        }
        if isBlurred { readings += try blur.read(&pyramid, &grids, beside: readings, work: &work) }
    }

    /// Reads the symbol of a triple that was not measured, in the sharpened picture.
    private mutating func readSharpened(
        _ triple: FinderTriple, _ limits: SearchLimits
    ) throws(QRDecoderError) -> Bool {
        work = WorkBudget(limit: SearchLimits.workPerCandidate)
        attempts = Attempts()
        var triple = triple
        let sizes = SIMD3(
            patterns.all[triple.corner].moduleSize, patterns.all[triple.right].moduleSize,
            patterns.all[triple.below].moduleSize)
        (triple.modulesAcross, triple.modulesDown) = (sizes, sizes)
        guard try readSymbol(triple, .sharpened, limits) else { return false }
        patterns.use(triple)
        return true
    }

    /// Reads sharp symbols that only the search for blurred ones has found: hard shadows and stripes of light hide them
    /// from the scan.
    private mutating func readUnexplained(_ limits: SearchLimits) throws(QRDecoderError) {
        for candidate in blur.unexplained where !readings.contains(where: candidate.isCovered) {
            work = WorkBudget(limit: SearchLimits.workPerCandidate)
            patterns.removeAll()
            patterns.add(candidate.patterns, limit: 3, work: &work)
            guard patterns.all.count == 3 else { continue }
            var triple = FinderTriple(corner: 0, right: 1, below: 2, cost: 0)
            let (found, modules) = (candidate.triple, Float(candidate.dimension - 7))
            triple.modulesAcross = SIMD3(repeating: (found.right - found.corner).length / modules)
            triple.modulesDown = SIMD3(repeating: (found.below - found.corner).length / modules)
            for finish in [Pyramid.Finish.plain, .sharpened] where !patterns.isUsed(triple) {
                attempts = Attempts()
                if try readSymbol(triple, finish, limits) { patterns.use(triple) }
            }
        }
    }

    /// Reads symbols across which light changes so much that their white is darker in places than their black is in
    /// others, as stripes on a screen and hard shadows do. With dark tones lifted, thresholds lie closer to black.
    ///
    /// The sizes searched, and the bounds, are those of live reading.
    private mutating func readLifted(_ frame: Frame) throws(QRDecoderError) {
        pyramid.lift()
        let limits = SearchLimits(.live, pixels: frame.luma.count)
        work = WorkBudget(limit: limits.work)
        for search in LevelOrder(frame, effort: .live).searches.prefix(2) where readings.isEmpty {
            try self.search(search.levels, search.finish, limits)
        }
    }

    private mutating func search(
        _ levels: [Int], _ finish: Pyramid.Finish, _ limits: SearchLimits
    ) throws(QRDecoderError) {
        patterns.removeAll()
        for number in levels where work.isLeft {
            let level = pyramid.level(number, finish, work: &work)
            scan.scan(level, rowStep: level.height > 500 ? 3 : 2, limit: 2 * work.left / 3, detail: &detail)
            work.spend(scan.work)
            if finish == .plain { pyramid.keep(&detail, ofLevel: number) }
            patterns.add(scan.found, limit: limits.patterns, work: &work)
            try readTriples(finish, limits)
            if !readings.isEmpty, !limits.goesOn { return }
        }
    }

    /// Returns the view in which a triple's modules are 2 to 4.5 pixels wide, or slightly less: a triple found at a
    /// small size is not worth measuring the thresholds of a level four times as large.
    private mutating func sight(of triple: FinderTriple, _ finish: Pyramid.Finish) -> Sight {
        let number = level(of: triple)
        let isInverted = patterns.all[triple.corner].isInverted
        let level = pyramid.level(number, finish, work: &work)
        return Sight(
            view: ContrastView(level, isInverted: isInverted), level: number, isInverted: isInverted,
            gates: finish == .plain ? .plain : .sharpened)
    }

    private func level(of triple: FinderTriple) -> Int {
        let (a, b, c) = (patterns.all[triple.corner], patterns.all[triple.right], patterns.all[triple.below])
        let found = Int(min(a.scale, b.scale, c.scale)).trailingZeroBitCount
        return max(found - 1, Pyramid.number(forModule: min(a.moduleSize, b.moduleSize, c.moduleSize)))
    }

    private mutating func readTriples(_ finish: Pyramid.Finish, _ limits: SearchLimits) throws(QRDecoderError) {
        search.search(patterns.all, isUsed: patterns.isUsed, limit: limits.triples, work: &work)
        queue.removeAll()
        if !search.triples.isEmpty { sizes.removeAll() }
        var last: Sight?
        for triple in search.triples where work.has(TripleCheck.mostWork) {
            let sight = sight(of: triple, finish, last: &last)
            let measured = TripleCheck.measured(
                triple, patterns.all, view: sight.view, level: sight.level, &sizes, work: &work)
            if let measured { queue.add(measured) }
        }
        queue.sort()
        let before = readings.count
        var fits = 0
        attempts = Attempts()
        while let triple = nextTriple(finish, last: &last) {
            guard work.has(SymbolFitter.mostWork) else { break }
            let read = readings.count - before
            guard fits < SearchLimits.fits + read * SearchLimits.fitsPerSymbol,
                read > 0 || attempts.samplings < SearchLimits.samplings
            else { break }
            guard !patterns.isUsed(triple) else { continue }
            fits += 1
            if try readSymbol(triple, finish, limits) { patterns.use(triple) }
        }
    }

    /// Returns the likeliest triple that was not tried yet.
    private mutating func nextTriple(_ finish: Pyramid.Finish, last: inout Sight?) -> FinderTriple? {
        while let triple = queue.nextUntimed {
            let sight = sight(of: triple.patterns, finish, last: &last)
            queue.setTimed(triple.timed(sight.view))
        }
        return queue.popFirst()
    }

    /// Returns the view in which a triple is seen, which is mostly that of the triple before.
    private mutating func sight(of triple: FinderTriple, _ finish: Pyramid.Finish, last: inout Sight?) -> Sight {
        if let last, last.level == level(of: triple), last.isInverted == patterns.all[triple.corner].isInverted {
            return last
        }
        let sight = sight(of: triple, finish)
        last = sight
        return sight
    }

    /// Fits, samples and reads the symbol of one triple.
    private mutating func readSymbol(
        _ triple: FinderTriple, _ finish: Pyramid.Finish, _ limits: SearchLimits
    ) throws(QRDecoderError) -> Bool {
        let sight = sight(of: triple, finish)
        fitter.fit(triple, patterns.all, view: sight.view, gates: sight.gates, work: &work)
        var tries = 0
        for pose in fitter.poses where tries < 2 {
            let timing = tries == 0 ? sight.gates.timing : sight.gates.secondTiming
            guard pose.finders >= 3, pose.timing >= pose.finders * timing, areFindersSeen(pose, sight) else { continue }
            tries += 1
            if try readFlat(pose, sight) { return true }
        }
        guard attempts.bends < limits.bends else { return false }
        attempts.bends += 1
        for pose in fitter.bentPoses(view: sight.view, work: &work).prefix(2) {
            if try readPose(pose, minimumLines: 2, sight) { return true }
            if try readRefined(pose, isBent: true, sight) { return true }
        }
        return false
    }

    private mutating func areFindersSeen(_ pose: SymbolPose, _ sight: Sight) -> Bool {
        let finders = fitter.layout(pose.dimension).finders
        work.spend(WorkBudget.places(finders.count))
        return sight.view.share(of: finders, under: pose.map) >= FitGates.finderShare
    }

    private mutating func readFlat(_ pose: SymbolPose, _ sight: Sight) throws(QRDecoderError) -> Bool {
        let aligned = fitter.aligned(pose, view: sight.view, work: &work)
        if try readPose(aligned, minimumLines: 3, sight) { return true }
        guard aligned.timing >= aligned.finders * sight.gates.refinementTiming,
            attempts.refinements < 1 + 2 * readings.count
        else { return false }
        attempts.refinements += 1
        return try readRefined(aligned, isBent: false, sight)
    }

    private mutating func readRefined(
        _ pose: SymbolPose, isBent: Bool, _ sight: Sight
    ) throws(QRDecoderError) -> Bool {
        let layout = fitter.layout(pose.dimension)
        let refined = refinement.refined(pose, layout, view: sight.view, isBent: isBent, work: &work)
        guard let refined else { return false }
        return try readPose(refined, minimumLines: 2, sight)
    }

    /// Reads the symbol at a pose; one with this many lines of alignment patterns may be bent.
    private mutating func readPose(
        _ pose: SymbolPose, minimumLines: Int, _ sight: Sight
    ) throws(QRDecoderError) -> Bool {
        let layout = fitter.layout(pose.dimension)
        work.spend(WorkBudget.places(layout.timing.count))
        guard sight.view.share(of: layout.timing, under: pose.map) >= sight.gates.timingShare,
            areFindersSeen(pose, sight)
        else { return false }
        attempts.samplings += 1
        var isBent = false
        if layout.alignmentLines.count >= minimumLines {
            guard let bend = grids.measureBend(of: pose, layout, sight.view, work: &work) else { return false }
            isBent = bend
        }
        guard work.has(GridSampler.work(for: pose)) else { return false }
        work.spend(GridSampler.work(for: pose))
        let plane = pyramid.plane(sight.level, work: &work)
        let content = try grids.read(
            pose, layout, isBent: isBent, plane: plane, isInverted: sight.isInverted, work: &work)
        guard let content else { return false }
        let outline = pose.outline
        readings.append(
            DetectedCode(bytes: content.bytes, parts: content.parts, corners: (0..<4).map { Point(outline[$0]) }))
        return true
    }
}
