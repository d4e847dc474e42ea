// Reads symbols that are too blurred for the rest of the reader.

/// Finds blurred symbols, fits their place and their blur, solves for their modules, and reads them.
///
/// - SeeAlso: docs/adr/0040-blur.md
struct BlurReader {
    /// The candidates that may fail before a pass is given up, and before one for tilted symbols is.
    private static let mostFailures = (first: 6, tilted: 2)
    /// The candidates that may fail once a symbol was read.
    private static let mostLaterFailures = 2
    /// The kinds of blur tried for each candidate.
    private static let mostFamilies = 2
    /// The residual, as a share of the gain, from which a fit is given up before its first step: symbols that were read
    /// had 0.41 at most.
    private static let hopelessError: Float = 0.6
    /// The residuals with which a fit goes on.
    private struct Limits {
        /// The greatest after two steps; symbols that were read had 0.17 at most.
        let begun: Float
        /// The greatest after the first fit.
        let first: Float
        /// The greatest of a fitted pose; symbols that were read had up to 0.15, other things 0.16 or more.
        let fitted: Float
        /// The one below which the place may still be refined with the modules found.
        let refinable: Float

        static let usual = Limits(begun: 0.25, first: 0.22, fitted: 0.2, refinable: 0.12)
        /// For a picture that was quantised coarsely.
        static let coarse = Limits(begun: 0.33, first: 0.33, fitted: 0.32, refinable: 0.32)

        static func of(_ pose: BlurPose) -> Limits { pose.isCoarse ? coarse : usual }
    }

    /// The fewest blocks of a symbol for which error correction alone is certain enough that the gate may be wide.
    private static let fewestBlocks = 2
    /// The residual below which no other blur is tried.
    private static let goodError: Float = 0.05
    /// The residual below which the picture's pixels need not be converted to light.
    private static let excellentError: Float = 0.03
    /// Pixels of the first fit, of the second, and of the one to all modules.
    private static let pixels = (first: 160, second: 500, all: 2000)

    /// The versions tried for three finder patterns.
    private static let mostVersions = 2
    /// The most Gaussians evaluated in a frame, and again after each symbol read, before no other candidate is tried:
    /// 0.2 to 0.4 s with all that belongs to them.
    private static let mostWork = 2_500_000

    private var search = BlurSearch()
    /// The possible symbols of the last frame that no blur explains, the likeliest of each pass first.
    private(set) var unexplained: [BlurCandidate] = []
    /// The Gaussians evaluated in the frame.
    private var spent = 0
    private var fields = ModuleFields()

    /// Reads the blurred symbols of a frame, upright or turned, and those with small modules.
    ///
    /// - Parameters:
    ///   - pyramid: The frame.
    ///   - grids: Reads and confirms the modules.
    ///   - known: The symbols that were read already, which are left out.
    ///   - work: The remaining budget; the cost of halving the frame is deducted. The search is bounded by the number
    ///     of pixels, the rest by a budget of its own.
    /// - Returns: One reading per symbol.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(
        _ pyramid: inout Pyramid, _ grids: inout GridReader, beside known: [DetectedCode] = [],
        work: inout WorkBudget
    ) throws(QRDecoderError) -> [DetectedCode] {
        begin()
        let passes = [BlurSearch.Pass.upright, .turned, .fine]
        return try read(passes, mostFailures: Self.mostFailures.first, &pyramid, &grids, beside: known, work: &work)
    }

    /// Begins with a frame, for which nothing has been spent.
    mutating func begin() {
        spent = 0
        unexplained.removeAll(keepingCapacity: true)
    }

    /// Reads the blurred symbol whose finder patterns are known.
    ///
    /// - Parameters:
    ///   - triple: The patterns.
    ///   - pyramid: The frame for which ``begin()`` was called last.
    ///   - grids: Reads and confirms the modules.
    ///   - work: The remaining budget; the cost of halving the frame is deducted.
    /// - Returns: The symbol; nil if it cannot be read.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func read(
        _ triple: BlurTriple, _ pyramid: inout Pyramid, _ grids: inout GridReader, work: inout WorkBudget
    ) throws(QRDecoderError) -> DetectedCode? {
        for candidate in search.candidates(at: triple, &pyramid, work: &work).prefix(Self.mostVersions)
        where spent < Self.mostWork {
            let plane = pyramid.plane(candidate.level, work: &work)
            if let code = try read(candidate, plane, &grids) {
                spent = 0
                return code
            }
        }
        return nil
    }

    /// Reads symbols with small modules that are tilted, with what is left of the frame's budget.
    ///
    /// - Parameters:
    ///   - pyramid: The frame for which ``read(_:_:work:)`` was called last.
    ///   - grids: As there.
    ///   - work: As there.
    /// - Returns: One reading per symbol.
    /// - Throws: ``QRDecoderError/outOfMemory``.
    mutating func readTilted(
        _ pyramid: inout Pyramid, _ grids: inout GridReader, work: inout WorkBudget
    ) throws(QRDecoderError) -> [DetectedCode] {
        try read([.narrow, .low], mostFailures: Self.mostFailures.tilted, &pyramid, &grids, work: &work)
    }

    private mutating func read(
        _ passes: [BlurSearch.Pass], mostFailures: Int, _ pyramid: inout Pyramid, _ grids: inout GridReader,
        beside known: [DetectedCode] = [], work: inout WorkBudget
    ) throws(QRDecoderError) -> [DetectedCode] {
        var codes = known
        for pass in passes where codes.count == known.count && spent < Self.mostWork {
            var failures = 0
            for candidate in search.candidates(pass, &pyramid, work: &work) {
                let most = codes.isEmpty ? mostFailures : Self.mostLaterFailures
                guard failures < most, spent < Self.mostWork else { break }
                guard !codes.contains(where: candidate.isCovered) else { continue }
                let plane = pyramid.plane(candidate.level, work: &work)
                if let code = try read(candidate, plane, &grids) {
                    codes.append(code)
                    (failures, spent) = (0, 0)
                } else {
                    failures += 1
                    unexplained.append(candidate)
                }
            }
        }
        return Array(codes.dropFirst(known.count))
    }

    private mutating func read(
        _ candidate: BlurCandidate, _ plane: LumaPlane, _ grids: inout GridReader
    ) throws(QRDecoderError) -> DetectedCode? {
        var quad = candidate.triple.quad(dimension: candidate.dimension)
        for corner in 0..<4 { quad[corner] /= plane.scale }
        guard let field = fields[candidate.dimension], let map = ModuleMap(quad, dimension: candidate.dimension) else {
            return nil
        }
        var best: BlurPose?
        var modules: [Float] = []
        for match in candidate.matches.prefix(Self.mostFamilies)
        where match.error < 1.6 * candidate.error && spent < Self.mostWork {
            let pose = fitted(BlurPose(map: map, shape: match.shape.inPixels(map)), field, plane)
            // Where the likeliest blur is hopeless, no other one has ever been read.
            guard let pose else { break }
            guard (pose.gain < 0) == candidate.triple.isInverted, pose.error < best?.error ?? Limits.of(pose).fitted
            else { continue }
            best = pose
            // Mostly this reads it, and another fit would cost more than it does.
            let solution = try solved(pose, field, plane, &grids)
            if let code = solution.code { return code }
            modules = solution.bounded
            if pose.error < Self.goodError { break }
        }
        guard let best, best.error < Limits.of(best).refinable else { return nil }
        return try solved(refined(best, modules, field, plane), field, plane, &grids).code
    }

    private mutating func fitted(_ start: BlurPose, _ field: ModuleField, _ plane: LumaPlane) -> BlurPose? {
        var fit = BlurFit(field)
        defer { spent += fit.work }
        fit.take(plane, start, onlyCorners: true, limit: Self.pixels.first)
        guard fit.measured(start).error < Self.hopelessError else { return nil }
        var first = fit.fitted(start, iterations: 2)
        if Limits.usual.fitted..<Limits.coarse.begun ~= first.error {
            first.isCoarse = CoarseQuantisation.isSeen(in: plane, first.map.outline(dimension: field.dimension))
        }
        let limits = Limits.of(first)
        guard first.error < limits.begun else { return nil }
        // What has hardly any reach is a Gaussian, at a fraction of the cost.
        first.shape = first.shape.simplified(module: first.map.moduleSize)
        first = fit.fitted(first, iterations: 4)
        guard first.error < limits.first else { return nil }
        first.shape = first.shape.simplified(module: first.map.moduleSize)
        fit.take(plane, first, limit: Self.pixels.second)
        var pose = fit.fitted(first, iterations: 8)
        pose.shape = pose.shape.simplified(module: pose.map.moduleSize)
        guard pose.error > Self.excellentError else { return pose }
        var linear = pose
        linear.isLinear = true
        fit.convertToLight()
        linear = fit.fitted(linear, iterations: 2)
        guard linear.error < 1.1 * pose.error else { return pose }
        linear = fit.fitted(linear, iterations: 4)
        return linear.error < pose.error ? linear : pose
    }

    /// Solves for the modules and reads them; also returns the modules that lie between -1 and 1.
    private mutating func solved(
        _ pose: BlurPose, _ field: ModuleField, _ plane: LumaPlane, _ grids: inout GridReader
    ) throws(QRDecoderError) -> (code: DetectedCode?, bounded: [Float]) {
        var solver = ModuleSolver(field)
        solver.prepare(plane, pose)
        spent += solver.work
        var bounded: [Float] = []
        for stage in ModuleSolver.Stage.allCases {
            solver.advance(stage)
            if stage == .bounded { bounded = solver.result }
            if let code = try confirmed(solver.result, pose, field, plane, &grids) { return (code, bounded) }
        }
        while spent < Self.mostWork, solver.advance(&grids) {
            spent += ModuleSolver.work(pose, field).stages
            if let code = try confirmed(solver.result, pose, field, plane, &grids) { return (code, bounded) }
        }
        return (nil, bounded)
    }

    /// Returns the pose that explains best all modules found before.
    private mutating func refined(
        _ pose: BlurPose, _ modules: [Float], _ field: ModuleField, _ plane: LumaPlane
    ) -> BlurPose {
        var fit = BlurFit(field.completed(modules))
        defer { spent += fit.work }
        fit.take(plane, pose, limit: Self.pixels.all)
        return fit.fitted(pose, iterations: 4)
    }

    /// Reads modules; nil unless error correction, zbar and the picture agree.
    private func confirmed(
        _ modules: [Float], _ pose: BlurPose, _ field: ModuleField, _ plane: LumaPlane, _ grids: inout GridReader
    ) throws(QRDecoderError) -> DetectedCode? {
        guard let symbol = try grids.read(field.grid(modules)) else { return nil }
        let gate = BlurGate(plane, pose, field.completed(symbol.modules), data: field.unknown)
        let isWide = pose.isCoarse && symbol.blocks >= Self.fewestBlocks
        guard isWide ? gate.isPassedCoarsely : gate.isPassed else { return nil }
        return DetectedCode(symbol.content, pose, field, plane)
    }
}

extension DetectedCode {
    /// Creates a code from the place that was fitted to a picture.
    init(_ content: SymbolContent, _ pose: BlurPose, _ field: ModuleField, _ plane: LumaPlane) {
        let outline = pose.map.outline(dimension: field.dimension)
        self.init(
            bytes: content.bytes, parts: content.parts, corners: (0..<4).map { Point(outline[$0] * plane.scale) })
    }
}
