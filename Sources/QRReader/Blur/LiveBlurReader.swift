// Reads blurred symbols in the frames of a camera, within a bounded time for each.

/// Finds, fits, solves for and reads the likeliest blurred symbol of a frame.
///
/// The next frame shows the same symbol, so a search that finds nothing is not continued: each frame begins anew, and
/// frames take turns at what one leaves out (``LiveTurns``). Only a symbol whose place was fitted waits for the next
/// frame, if solving for its modules takes more than the work that is left.
///
/// - SeeAlso: docs/adr/0040-blur.md
struct LiveBlurReader {
    /// The most work for a frame, in Gaussians of about 0.1 µs each; the last step of a fit may exceed it.
    static let mostWork = 110_000
    /// The work of a search for each pixel of the largest size that is searched, which for small modules is the frame.
    private static let searchWork: (upright: Float, turned: Float, fine: Float, tilted: Float) =
        (0.09, 0.16, 0.055, 0.03)
    /// The least work for which a fit, or a search, is worth beginning.
    private static let leastWork = (fit: 30_000, search: 60_000)
    /// The most work of the fit of one blur.
    private static let mostFitWork = 45_000
    /// The fewest pixels for each module with which modules are solved in the frame in which they were fitted, and
    /// later.
    private static let fewestPixels: (first: Float, later: Float) = (2.5, 1.5)
    /// The kinds of blur tried for each candidate, until one fits.
    private static let mostFamilies = 2
    /// The candidates that are fitted in a frame.
    private static let mostCandidates = 3
    /// The residuals, as shares of the gain, from which a fit is given up before its first step, and after two.
    private static let hopelessErrors: (first: Float, second: Float) = (0.6, 0.25)
    /// The greatest residual after the first fit.
    private static let mostFirstError: Float = 0.22
    /// The greatest residual of a pose for which modules are solved.
    private static let mostError: Float = 0.18
    /// Pixels of the first fit and of the second.
    private static let pixels = (first: 120, second: 250)
    /// The pixels examined for each one that is kept.
    private static let triesPerSample = 2

    /// A symbol whose place was fitted.
    private struct Fitted {
        var pose: BlurPose
        var field: ModuleField
        var plane: LumaPlane
    }

    /// A symbol that is solved for in the next frame, if it is still seen there.
    private struct Waiting {
        var symbol: Fitted
        var trace: SymbolTrace
    }

    private var watch = SceneWatch()
    private var search = BlurSearch(placesPerSize: 20, triplesPerSize: 12)
    private var fields = ModuleFields()
    private var turns = LiveTurns()
    /// The symbol for which the frame before had no work left.
    private var waiting: Waiting?
    /// The remaining work.
    private var left = mostWork

    /// The work spent on the last frame, in Gaussians of about 0.1 µs each.
    var spent: Int { Self.mostWork - left }
    /// Whether a symbol was fitted in the last frame and is solved for in the next.
    var isWaiting: Bool { waiting != nil }
    /// Whether the last frame was not searched, and is to be read with its dark tones lifted.
    private(set) var isToBeLifted = false

    /// Reads a blurred symbol of a frame in which nothing else was read.
    ///
    /// - Parameters:
    ///   - pyramid: The frame.
    ///   - grids: Reads and confirms the modules.
    ///   - work: Deducts the cost of halving the frame. The rest has a budget of its own.
    /// - Returns: The symbol, which may have been solved for in the picture of the frame before if this one still shows
    ///   it; nil if nothing has moved for a while, or nothing was read.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(
        _ pyramid: inout Pyramid, _ grids: inout GridReader, work: inout WorkBudget
    ) throws(QRDecoderError) -> DetectedCode? {
        turns.note(watch.change(&pyramid, work: &work))
        left = Self.mostWork
        isToBeLifted = false
        if let code = try readWaiting(&pyramid, &grids, work: &work) { return code }
        guard left > Self.leastWork.search, let turn = turns.next() else { return nil }
        guard case .search(let pass) = turn else {
            isToBeLifted = true
            return nil
        }
        var isFound = false
        for candidate in candidates(pass, &pyramid, work: &work).prefix(Self.mostCandidates)
        where left > Self.leastWork.fit && waiting == nil {
            let plane = pyramid.plane(candidate.level, work: &work)
            guard let symbol = fitted(candidate, plane) else { continue }
            if !isFound { turns.repeatMoving() }
            isFound = true
            guard let lattice = lattice(symbol, Self.fewestPixels.first) else {
                wait(for: symbol, &pyramid, work: &work)
                return nil
            }
            if let code = try solved(symbol, lattice, &grids) { return code }
        }
        return nil
    }

    /// Lets a symbol wait for the next frame.
    private mutating func wait(for symbol: Fitted, _ pyramid: inout Pyramid, work: inout WorkBudget) {
        // One size smaller than where it was fitted, with modules of 2 to 4 pixels.
        let level = Int(symbol.plane.scale).trailingZeroBitCount + 1
        let plane = pyramid.plane(level, work: &work)
        guard let trace = SymbolTrace(symbol.pose, scale: symbol.plane.scale, symbol.field, in: plane, level: level)
        else { return }
        waiting = Waiting(symbol: symbol, trace: trace)
    }

    /// Reads the symbol that waits, if this frame shows it.
    private mutating func readWaiting(
        _ pyramid: inout Pyramid, _ grids: inout GridReader, work: inout WorkBudget
    ) throws(QRDecoderError) -> DetectedCode? {
        guard let (symbol, trace) = waiting.map({ ($0.symbol, $0.trace) }) else { return nil }
        waiting = nil
        left -= trace.work
        guard let movement = trace.movement(in: pyramid.plane(trace.level, work: &work)),
            let lattice = lattice(symbol, Self.fewestPixels.later),
            let code = try solved(symbol, lattice, &grids)
        else { return nil }
        return DetectedCode(
            bytes: code.bytes, parts: code.parts, corners: code.corners.map { Point(Vector($0) + movement) })
    }

    /// Searches a frame.
    private mutating func candidates(
        _ pass: BlurSearch.Pass, _ pyramid: inout Pyramid, work: inout WorkBudget
    ) -> [BlurCandidate] {
        let frame = pyramid.plane(0, work: &work)
        let isPossible = BlurSearch.hasFinePasses(frame) || !pass.isFine
        // Where a pass is impossible, or leaves no work for what it finds, most symbols are upright.
        let isUpright = !isPossible || left - Self.cost(of: pass, frame) <= Self.leastWork.fit
        let pass = isUpright ? .upright : pass
        left -= Self.cost(of: pass, frame)
        search.forget()
        return search.candidates(pass, &pyramid, work: &work)
    }

    /// Returns the work of a pass.
    private static func cost(of pass: BlurSearch.Pass, _ frame: LumaPlane) -> Int {
        let whole = Float(frame.width * frame.height)
        let reduced = Float(BlurSearch.largestSize(ofWidth: frame.width, height: frame.height))
        let work =
            switch pass {
            case .upright: searchWork.upright * reduced
            case .turned: searchWork.turned * reduced
            case .fine: searchWork.fine * whole
            case .narrow, .low: searchWork.tilted * whole
            }
        return Int(work)
    }

    /// Fits the place with the blurs that may explain the patterns; nil unless one explains them well.
    private mutating func fitted(_ candidate: BlurCandidate, _ plane: LumaPlane) -> Fitted? {
        var quad = candidate.triple.quad(dimension: candidate.dimension)
        for corner in 0..<4 { quad[corner] /= plane.scale }
        guard let field = fields[candidate.dimension], let map = ModuleMap(quad, dimension: candidate.dimension) else {
            return nil
        }
        let look = Self.look(at: map, field)
        for match in candidate.matches.prefix(Self.mostFamilies) where left > Self.leastWork.fit + look {
            left -= look
            var start = BlurPose(map: map, shape: match.shape.inPixels(map))
            // Lenses and hands blur light, and cameras encode it.
            start.isLinear = true
            guard let pose = fitted(start, field, plane), pose.error < Self.mostError,
                (pose.gain < 0) == candidate.triple.isInverted
            else { continue }
            return Fitted(pose: pose, field: field, plane: plane)
        }
        return nil
    }

    private mutating func fitted(_ start: BlurPose, _ field: ModuleField, _ plane: LumaPlane) -> BlurPose? {
        var fit = BlurFit(field)
        fit.mostWork = min(Self.mostFitWork, left)
        defer { left -= fit.work + fit.choice }
        fit.take(plane, start, onlyCorners: true, limit: Self.pixels.first, tries: Self.triesPerSample)
        guard fit.measured(start).error < Self.hopelessErrors.first else { return nil }
        var pose = fit.fitted(start, iterations: 2)
        guard pose.error < Self.hopelessErrors.second else { return nil }
        pose = fit.fitted(pose, iterations: 4)
        guard pose.error < Self.mostFirstError else { return nil }
        fit.take(plane, pose, limit: Self.pixels.second, tries: Self.triesPerSample)
        return fit.fitted(pose, iterations: 6)
    }

    /// Solves for the modules and reads them.
    private func solved(
        _ symbol: Fitted, _ lattice: PixelLattice, _ grids: inout GridReader
    ) throws(QRDecoderError) -> DetectedCode? {
        let (pose, field, plane) = (symbol.pose, symbol.field, symbol.plane)
        var solver = ModuleSolver(field)
        solver.prepare(plane, pose, lattice)
        for stage in ModuleSolver.Stage.allCases {
            solver.advance(stage)
            guard let reading = try grids.read(field.grid(solver.result)) else { continue }
            // Later stages would only read the same.
            let gate = BlurGate(plane, pose, field.completed(reading.modules), data: field.unknown, lattice)
            return gate.isPassed ? DetectedCode(reading.content, pose, field, plane) : nil
        }
        return nil
    }

    /// Returns the number of pixels in and around a symbol.
    private static func pixels(in map: ModuleMap, _ field: ModuleField) -> Int {
        let side = (Float(field.dimension) + 2 * BlurSamples.outside) * map.moduleSize
        // Also where a fit has gone astray.
        return side * side < 1e9 ? Int(side * side) : 1_000_000_000
    }

    /// Returns the work of finding twice where each pixel lies in a symbol.
    private static func look(at map: ModuleMap, _ field: ModuleField) -> Int { pixels(in: map, field) / 5 }

    /// Returns the pixels that the remaining work allows to solve for a symbol and to confirm it, and deducts both;
    /// nil if they are too few.
    private mutating func lattice(_ symbol: Fitted, _ fewest: Float) -> PixelLattice? {
        let (pose, field) = (symbol.pose, symbol.field)
        let work = ModuleSolver.work(pose, field)
        let module = pose.map.moduleSize
        let confirmation = BlurModel(pose.shape, module: module, dimension: field.dimension).cost + 2
        let pixels = Self.pixels(in: pose.map, field)
        let look = Self.look(at: pose.map, field)
        for lattice in PixelLattice.allCases {
            let cost = pixels / lattice.rawValue * (work.perPixel + confirmation) + work.stages + look
            guard cost <= left else { continue }
            guard module * module >= fewest * Float(lattice.rawValue) else { return nil }
            left -= cost
            return lattice
        }
        return nil
    }
}
