// What a blurred symbol looks like.

/// Predicts the pixels of a blurred symbol, and how they change with its place and its blur.
struct BlurModel {
    /// A predicted pixel: -1 where all is dark, 1 where all is light.
    struct Value {
        var level: Float = 0
        /// The growth per module to the right.
        var u: Float = 0
        /// The growth per module down.
        var v: Float = 0
        /// The growth per pixel of the Gaussian's standard deviation.
        var sigma: Float = 0
        /// The growth per pixel of each component of the blur's extent.
        var extent = Vector()
    }

    /// The number of modules that a Gaussian spans.
    static let window = 7
    /// The greatest standard deviation of the Gaussian that the window holds, in modules.
    static let mostSigma: Float = 1.1
    /// The farthest that a blur moves the Gaussian, in modules.
    static let mostReach: Float = 4
    /// How far outside the symbol a Gaussian's middle may lie, in modules.
    private static let outside: Float = 6

    let shape: BlurShape
    private let places: [Vector]
    /// The Gaussians that a pixel is the mean of, which is what predicting it costs.
    var cost: Int { places.count }
    private let weight: Float
    private let sigma: Float
    /// The last column and row on which a Gaussian may lie.
    private let limit: Float

    /// Creates a model.
    ///
    /// - Parameters:
    ///   - shape: The blur.
    ///   - module: The width of a module in pixels.
    ///   - dimension: Modules per side.
    init(_ shape: BlurShape, module: Float, dimension: Int) {
        self.shape = shape
        limit = Float(dimension) + Self.outside
        places = shape.places(module: module)
        weight = 1 / Float(places.count)
        sigma = shape.totalSigma
    }

    /// The Gaussian of one place, in modules.
    struct Weights {
        /// The first of seven columns.
        var column: Int
        /// The first of seven rows.
        var row: Int
        var across: GaussianEdges
        var down: GaussianEdges
        var acrossPlaces: SIMD8<Float>
        var downPlaces: SIMD8<Float>
        var inverse: Vector
    }

    static let steps = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)

    /// Returns the differences between neighbours; the last is 0.
    @inline(__always)
    static func differences(_ edges: SIMD8<Float>) -> SIMD8<Float> {
        SIMD8(edges[1], edges[2], edges[3], edges[4], edges[5], edges[6], edges[7], edges[7]) - edges
    }

    @inline(__always)
    private func weights(u: Float, v: Float, _ inverse: Vector) -> Weights {
        let (u, v) = (bounded(u), bounded(v))
        let (column, row) = (Self.floor(u) &- 3, Self.floor(v) &- 3)
        let across = (Self.steps + (Float(column) - u)) * inverse.x
        let down = (Self.steps + (Float(row) - v)) * inverse.y
        return Weights(
            column: column, row: row, across: GaussianEdges.at(across), down: GaussianEdges.at(down),
            acrossPlaces: across, downPlaces: down, inverse: inverse)
    }

    /// Returns the nearest coordinate within the field; the first for NaN.
    @inline(__always)
    private func bounded(_ coordinate: Float) -> Float {
        let above = coordinate > -Self.outside ? coordinate : -Self.outside
        return above < limit ? above : limit
    }

    /// Returns the module of a bounded coordinate.
    @inline(__always)
    private static func floor(_ coordinate: Float) -> Int {
        Int(Int32(coordinate + 16)) &- 16
    }

    /// One divided by the standard deviations across and down, in modules.
    @inline(__always)
    private func inverseSigmas(_ place: ModuleMap.Place) -> Vector {
        1 / (Vector(place.du.length, place.dv.length) * sigma)
    }

    /// Predicts a pixel.
    ///
    /// - Parameters:
    ///   - place: The pixel's place, at most two modules outside the symbol.
    ///   - field: The modules.
    ///   - stride: The length of a row in `field`.
    /// - Returns: The pixel, without derivatives.
    @inline(__always)
    func level(at place: ModuleMap.Place, _ field: RawSpan, stride: Int) -> Float {
        let inverse = inverseSigmas(place)
        var sum: Float = 0
        for index in places.indices {
            let offset = shape.offset(places[index])
            let weights = weights(u: place.u - place.du.dot(offset), v: place.v - place.dv.dot(offset), inverse)
            let down = Self.differences(weights.down.below)
            var row = SIMD8<Float>.zero
            for step in 0..<Self.window { row += down[step] * Self.row(step, weights, field, stride) }
            sum += (row * Self.differences(weights.across.below)).sum()
        }
        return sum * weight
    }

    @inline(__always)
    private static func row(_ step: Int, _ weights: Weights, _ field: RawSpan, _ stride: Int) -> SIMD8<Float> {
        let margin = ModuleField.margin
        let index = (weights.row &+ step &+ margin) &* stride &+ weights.column &+ margin
        return field.unsafeLoadUnaligned(fromUncheckedByteOffset: 4 &* index, as: SIMD8<Float>.self)
    }

    /// Predicts a pixel with its derivatives; the parameters are those of ``level(at:_:stride:)``.
    @inline(__always)
    func value(at place: ModuleMap.Place, _ field: RawSpan, stride: Int) -> Value {
        let inverse = inverseSigmas(place)
        var total = Value()
        for index in places.indices {
            let offset = shape.offset(places[index])
            let weights = weights(u: place.u - place.du.dot(offset), v: place.v - place.dv.dot(offset), inverse)
            let part = Self.value(weights, field, stride)
            total.level += part.level
            total.u += part.u
            total.v += part.v
            total.sigma += part.sigma
            let moved = Vector(
                part.u * place.du.x + part.v * place.dv.x, part.u * place.du.y + part.v * place.dv.y)
            if shape.family == .disc {
                total.extent.x -= moved.dot(places[index])
            } else {
                total.extent -= moved * places[index].x
            }
        }
        total.level *= weight
        total.u *= weight
        total.v *= weight
        // Above, the derivative is by the logarithm of the total standard deviation.
        total.sigma *= weight * shape.sigma / (sigma * sigma)
        total.extent *= weight
        return total
    }

    /// Returns what one Gaussian sees; its derivative by sigma is by the logarithm of sigma.
    @inline(__always)
    private static func value(_ weights: Weights, _ field: RawSpan, _ stride: Int) -> Value {
        let across = differences(weights.across.below)
        let acrossMoved = differences(weights.across.density) * -weights.inverse.x
        let acrossSpread = -differences(weights.acrossPlaces * weights.across.density)
        let down = differences(weights.down.below)
        let downMoved = differences(weights.down.density) * -weights.inverse.y
        let downSpread = -differences(weights.downPlaces * weights.down.density)
        var (plain, moved, spread) = (SIMD8<Float>.zero, SIMD8<Float>.zero, SIMD8<Float>.zero)
        for step in 0..<window {
            let row = row(step, weights, field, stride)
            plain += down[step] * row
            moved += downMoved[step] * row
            spread += downSpread[step] * row
        }
        return Value(
            level: (plain * across).sum(), u: (plain * acrossMoved).sum(), v: (moved * across).sum(),
            sigma: (plain * acrossSpread).sum() + (spread * across).sum())
    }

    /// Adds the weight of each module in a pixel to a window.
    ///
    /// - Parameters:
    ///   - place: The pixel's place.
    ///   - window: The window, which begins ``BlurWindow/reach`` modules before the pixel's module.
    func addWeights(at place: ModuleMap.Place, to window: inout BlurWindow) {
        let inverse = inverseSigmas(place)
        window.clear(column: Self.floor(bounded(place.u)), row: Self.floor(bounded(place.v)))
        for index in places.indices {
            let offset = shape.offset(places[index])
            let weights = weights(u: place.u - place.du.dot(offset), v: place.v - place.dv.dot(offset), inverse)
            let across = Self.differences(weights.across.below) * weight
            let down = Self.differences(weights.down.below)
            window.add(across, down, column: weights.column, row: weights.row)
        }
    }
}

/// The weights of the modules around a pixel.
struct BlurWindow {
    /// The modules before and after the pixel's own.
    static let reach = 9
    /// The numbers in a row of the window: 19, and room to read eight more.
    static let stride = 32
    static let rows = 2 * reach + 1

    private(set) var weights = [Float](repeating: 0, count: stride * rows)
    /// The rows above and below the pixel's own that are written, at most ``reach``; those beyond them have no meaning.
    var half = reach
    /// The column of the first weight in each row.
    private(set) var column = 0
    /// The row of the first weight.
    private(set) var row = 0

    /// Begins with a pixel.
    ///
    /// - Parameters:
    ///   - column: The column of the pixel's module.
    ///   - row: Its row.
    mutating func clear(column: Int, row: Int) {
        (self.column, self.row) = (column - Self.reach, row - Self.reach)
        let written = 4 &* Self.stride &* (Self.reach &- half)..<4 &* Self.stride &* (Self.reach &+ half &+ 1)
        var all = weights.mutableSpan
        var bytes = all.mutableBytes
        for at in Swift.stride(from: written.lowerBound, to: written.upperBound, by: 32) {
            bytes.storeBytes(of: .zero, toByteOffset: at, as: SIMD8<Float>.self)
        }
    }

    /// Adds the weights of one Gaussian.
    ///
    /// - Parameters:
    ///   - across: The shares of seven columns, and a 0.
    ///   - down: The shares of seven rows; the eighth is not used.
    ///   - column: The first of the columns; nothing is added if the window does not hold it and the seven after it.
    ///   - row: The first of the rows.
    @inline(__always)
    mutating func add(_ across: SIMD8<Float>, _ down: SIMD8<Float>, column: Int, row: Int) {
        let (x, y) = (column &- self.column, row &- self.row)
        guard x >= 0, x &+ 8 <= Self.stride else { return }
        let (first, end) = (Self.reach &- half, Self.reach &+ half &+ 1)
        var all = weights.mutableSpan
        var bytes = all.mutableBytes
        for step in 0..<BlurModel.window where y &+ step >= first && y &+ step < end {
            let at = 4 &* ((y &+ step) &* Self.stride &+ x)
            let sum =
                bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: at, as: SIMD8<Float>.self) + down[step] * across
            bytes.storeBytes(of: sum, toByteOffset: at, as: SIMD8<Float>.self)
        }
    }
}
