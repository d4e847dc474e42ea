// Finds and reads the symbols of a frame.

/// The complete path from a frame to its codes; holds the storage that each step reuses between frames.
struct SymbolFinder: ~Copyable {
    private var pyramid = Pyramid()
    private var scan = FinderScan()
    private var detail = DetailMap()
    private var search = TripleSearch()
    private var checked: [FinderTriple] = []
    private var fitter = SymbolFitter()
    private var refinement = PoseRefinement()
    private var mesh = AlignmentMesh()
    private var sampler = GridSampler()
    private var threshold = GridThreshold()
    private var grid = ModuleGrid(dimension: 0, levels: [])
    private var reader: SymbolReader
    /// The search order of the last frame.
    private var order: LevelOrder?

    private var patterns: [FinderPattern] = []
    private var isUsed: [Bool] = []
    private var readings: [DetectedCode] = []
    private var samplings = 0
    private var refinements = 0
    private var bends = 0
    private(set) var work = WorkBudget(limit: 0)

    /// Creates a finder.
    ///
    /// - Throws: ``QRDecoderError/outOfMemory``.
    init() throws(QRDecoderError) {
        self.init(reader: try SymbolReader())
    }

    private init(reader: consuming SymbolReader) {
        self.reader = reader
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
        return readings
    }

    private mutating func search(_ levels: [Int], _ finish: Pyramid.Finish, _ limits: SearchLimits)
        throws(QRDecoderError)
    {
        patterns.removeAll(keepingCapacity: true)
        isUsed.removeAll(keepingCapacity: true)
        for number in levels where work.isLeft {
            let level = pyramid.level(number, finish, work: &work)
            scan.scan(level, rowStep: level.height > 500 ? 3 : 2, limit: 2 * work.left / 3, detail: &detail)
            work.spend(scan.work)
            if finish == .plain { pyramid.keep(&detail, ofLevel: number) }
            collect(limit: limits.patterns)
            try readTriples(finish, limits)
            if !readings.isEmpty, !limits.goesOn { return }
        }
    }

    /// Adds the scan's patterns to those of other levels; of two in one place, the one seen at the finer level is
    /// kept.
    private mutating func collect(limit: Int) {
        for index in patterns.indices { patterns[index].isNew = false }
        work.spend(scan.found.count * (patterns.count + scan.found.count / 2) / 4)
        for pattern in scan.found {
            let known = patterns.firstIndex { other in
                other.isInverted == pattern.isInverted
                    && (other.centre - pattern.centre).length < 1.5 * min(other.moduleSize, pattern.moduleSize)
            }
            guard let known else {
                patterns.append(pattern)
                isUsed.append(false)
                continue
            }
            guard pattern.scale < patterns[known].scale, !isUsed[known] else { continue }
            let sightings = patterns[known].sightings
            patterns[known] = pattern
            patterns[known].sightings += sightings
        }
        guard patterns.count > limit else { return }
        let best = patterns.indices.sorted { patterns[$0].quality > patterns[$1].quality }.prefix(limit)
        (patterns, isUsed) = (best.map { patterns[$0] }, best.map { isUsed[$0] })
    }

    /// Returns the view in which a triple's modules are 2 to 4.5 pixels wide, or slightly less: a triple found at a
    /// small size is not worth measuring the thresholds of a level four times as large.
    private mutating func view(
        of triple: FinderTriple, _ finish: Pyramid.Finish, _ limits: SearchLimits
    ) -> (view: ContrastView, level: Int) {
        let (a, b, c) = (patterns[triple.corner], patterns[triple.right], patterns[triple.below])
        let found = Int(min(a.scale, b.scale, c.scale)).trailingZeroBitCount
        let number = max(found - 1, Pyramid.number(forModule: min(a.moduleSize, b.moduleSize, c.moduleSize)))
        let level =
            limits.goesOn
            ? pyramid.level(number, finish, work: &work) : pyramid.detailedLevel(number, finish, work: &work)
        return (ContrastView(level, isInverted: a.isInverted), number)
    }

    private mutating func readTriples(_ finish: Pyramid.Finish, _ limits: SearchLimits) throws(QRDecoderError) {
        search.search(patterns, isUsed: isUsed, limit: limits.triples, work: &work)
        checked.removeAll(keepingCapacity: true)
        for triple in search.triples where work.has(TripleCheck.mostWork) {
            let view = view(of: triple, finish, limits).view
            if let triple = TripleCheck.measured(triple, patterns, view: view, work: &work) { checked.append(triple) }
        }
        checked.sort { $0.cost < $1.cost }
        let before = readings.count
        var fits = 0
        (samplings, refinements, bends) = (0, 0, 0)
        for triple in checked where work.has(SymbolFitter.mostWork) {
            let read = readings.count - before
            guard fits < SearchLimits.fits + read * SearchLimits.fitsPerSymbol,
                read > 0 || samplings < SearchLimits.samplings
            else { break }
            guard !isUsed[triple.corner], !isUsed[triple.right], !isUsed[triple.below] else { continue }
            fits += 1
            if try readSymbol(triple, finish, limits) {
                (isUsed[triple.corner], isUsed[triple.right], isUsed[triple.below]) = (true, true, true)
            }
        }
    }

    /// Fits, samples and reads the symbol of one triple.
    private mutating func readSymbol(
        _ triple: FinderTriple,
        _ finish: Pyramid.Finish,
        _ limits: SearchLimits
    ) throws(QRDecoderError) -> Bool {
        let gates = finish == .plain ? FitGates.plain : .sharpened
        let (view, number) = view(of: triple, finish, limits)
        let spot = (level: number, isInverted: patterns[triple.corner].isInverted)
        fitter.fit(triple, patterns, view: view, gates: gates, work: &work)
        var tries = 0
        for pose in fitter.poses where tries < 2 {
            let timing = tries == 0 ? gates.timing : gates.secondTiming
            guard pose.finders >= 3, pose.timing >= pose.finders * timing, areFindersSeen(pose, view) else { continue }
            tries += 1
            if try readFlat(pose, view, gates, spot) { return true }
        }
        guard bends < limits.bends else { return false }
        bends += 1
        for pose in fitter.bentPoses(view: view, work: &work).prefix(2) {
            if try readPose(pose, minimumLines: 2, view, gates, spot) { return true }
            if try readRefined(pose, isBent: true, view, gates, spot) { return true }
        }
        return false
    }

    private mutating func areFindersSeen(_ pose: SymbolPose, _ view: ContrastView) -> Bool {
        let finders = fitter.layout(pose.dimension).finders
        work.spend(WorkBudget.places(finders.count))
        return view.share(of: finders, under: pose.map) >= FitGates.finderShare
    }

    private mutating func readFlat(
        _ pose: SymbolPose,
        _ view: ContrastView,
        _ gates: FitGates,
        _ spot: (level: Int, isInverted: Bool)
    ) throws(QRDecoderError) -> Bool {
        let aligned = fitter.aligned(pose, view: view, work: &work)
        if try readPose(aligned, minimumLines: 3, view, gates, spot) { return true }
        guard aligned.timing >= aligned.finders * gates.refinementTiming, refinements < 1 + 2 * readings.count else {
            return false
        }
        refinements += 1
        return try readRefined(aligned, isBent: false, view, gates, spot)
    }

    private mutating func readRefined(
        _ pose: SymbolPose,
        isBent: Bool,
        _ view: ContrastView,
        _ gates: FitGates,
        _ spot: (level: Int, isInverted: Bool)
    ) throws(QRDecoderError) -> Bool {
        let layout = fitter.layout(pose.dimension)
        let refined = refinement.refined(pose, layout, view: view, isBent: isBent, work: &work)
        guard let refined else { return false }
        return try readPose(refined, minimumLines: 2, view, gates, spot)
    }

    private mutating func readPose(
        _ pose: SymbolPose,
        minimumLines: Int,
        _ view: ContrastView,
        _ gates: FitGates,
        _ spot: (level: Int, isInverted: Bool)
    ) throws(QRDecoderError) -> Bool {
        let layout = fitter.layout(pose.dimension)
        work.spend(WorkBudget.places(layout.timing.count))
        guard view.share(of: layout.timing, under: pose.map) >= gates.timingShare, areFindersSeen(pose, view) else {
            return false
        }
        samplings += 1
        let isMeshed = layout.alignmentLines.count >= minimumLines
        if isMeshed {
            guard work.has(AlignmentMesh.work(for: layout)) else { return false }
            work.spend(AlignmentMesh.work(for: layout))
            mesh.measure(layout, under: pose.map, view: view)
        }
        return try readGrid(pose, isBent: isMeshed && mesh.isBent, level: spot.level, isInverted: spot.isInverted)
    }

    private mutating func readGrid(
        _ pose: SymbolPose,
        isBent: Bool,
        level: Int,
        isInverted: Bool
    ) throws(QRDecoderError) -> Bool {
        guard work.has(GridSampler.work(for: pose)) else { return false }
        work.spend(GridSampler.work(for: pose))
        let plane = pyramid.plane(level, work: &work)
        sampler.sample(pose, mesh: isBent ? mesh : nil, plane: plane, isInverted: isInverted)
        let decision = GridThreshold.work(dimension: pose.dimension)
        let reading = SymbolReader.work(dimension: pose.dimension)
        grid.resize(to: pose.dimension)
        for variant in GridThreshold.Variant.all {
            guard work.has(decision + reading.ours + reading.second) else { return false }
            work.spend(decision)
            threshold.decide(sampler.greys, dimension: pose.dimension, variant: variant, into: &grid)
            let seen = fitter.layout(pose.dimension).shareSeen(in: grid)
            // A grid that falls far short with one variant falls short with all of them.
            guard seen >= 0.65 else { return false }
            guard seen >= 0.7 else { continue }
            work.spend(reading.ours)
            guard let bytes = try reader.read(grid) else { continue }
            work.spend(reading.second)
            let outline = pose.outline
            readings.append(DetectedCode(bytes: bytes, corners: (0..<4).map { Point(outline[$0]) }))
            return true
        }
        return false
    }
}
