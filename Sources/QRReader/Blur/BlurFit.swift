// Fits a symbol's place and its blur to a picture.

/// A symbol's place, its blur and its light.
struct BlurPose {
    var map: ModuleMap
    var shape: BlurShape
    /// Whether the picture's pixels are converted to light before they are compared: lenses blur light, and cameras
    /// encode it.
    var isLinear = false
    /// Whether the picture was quantised coarsely, which leaves more than any fit explains.
    var isCoarse = false
    /// The growth of the light towards the right and towards the bottom, per half of the symbol's size.
    var slope = Vector()
    /// Half of the difference between light and dark in the middle, in luma; below 0 for a symbol light on dark.
    var gain: Float = 0
    /// The mean of light and dark in the middle, in luma.
    var offset: Float = 0
    /// The root of the mean square of the residuals, in luma.
    var residual = Float.infinity

    /// The residual as a share of the gain.
    var error: Float { residual / max(abs(gain), 1) }

    /// Returns the light at a pixel, as a share of that in the middle.
    @inline(__always)
    func light(at place: ModuleMap.Place) -> Float {
        1 + slope.dot(place.relative) / place.inverse
    }

    /// Returns the level that a pixel shows: -1 is dark, 1 light.
    @inline(__always)
    func level(of sample: BlurSamples.Sample, at place: ModuleMap.Place) -> Float {
        (sample.luma / light(at: place) - offset) / gain
    }
}

/// Fits poses by the method of Levenberg and Marquardt.
struct BlurFit {
    /// The most that a step may move a place in the symbol, in modules.
    private static let mostStep: Float = 0.7
    private static let maximumTries = 4
    /// The fewest pixels that determine a pose.
    private static let fewestSamples = 60
    /// The most that the light grows over half of a symbol's size.
    private static let mostSlope: Float = 0.6

    let field: ModuleField
    private(set) var samples = BlurSamples()
    /// The Gaussians evaluated so far, of about 0.1 µs each.
    private(set) var work = 0
    /// The Gaussians evaluated to choose pixels.
    private(set) var choice = 0
    /// The Gaussians after which no further step is begun.
    var mostWork = Int.max

    init(_ field: ModuleField) {
        self.field = field
    }

    mutating func take(
        _ plane: LumaPlane, _ pose: BlurPose, onlyCorners: Bool = false, limit: Int,
        tries: Int = BlurSamples.triesPerSample
    ) {
        samples.take(plane, pose, field, onlyCorners: onlyCorners, limit: limit, tries: tries)
        let model = BlurModel(pose.shape, module: pose.map.moduleSize, dimension: field.dimension)
        choice += samples.tried * model.cost
    }

    /// Converts the pixels taken to light.
    mutating func convertToLight() {
        samples.convertToLight()
    }

    /// Measures the light and the residual of a pose.
    mutating func measured(_ pose: BlurPose) -> BlurPose {
        let model = BlurModel(pose.shape, module: pose.map.moduleSize, dimension: field.dimension)
        work += samples.all.count * model.cost
        let values = field.values.span.bytes
        var sums = LightSums()
        for sample in samples.all {
            let place = pose.map.place(of: sample.place)
            sums.add(model.level(at: place, values, stride: field.stride), sample.luma / pose.light(at: place))
        }
        return sums.applied(to: pose)
    }

    /// Fits a pose to the pixels taken.
    ///
    /// - Parameters:
    ///   - pose: Where to begin.
    ///   - iterations: The most steps.
    /// - Returns: The fitted pose.
    mutating func fitted(_ pose: BlurPose, iterations: Int) -> BlurPose {
        var (best, damping) = (measured(pose), 1e-2)
        guard samples.all.count >= Self.fewestSamples else {
            best.residual = .infinity
            return best
        }
        guard best.residual.isFinite else { return best }
        for _ in 0..<iterations where work < mostWork {
            let system = equations(best)
            var better: BlurPose?
            for _ in 0..<Self.maximumTries where work < mostWork {
                if let step = system.solved(damping: damping), let moved = Self.moved(best, by: step, field.dimension) {
                    let candidate = measured(moved)
                    if candidate.residual < best.residual {
                        better = candidate
                        break
                    }
                }
                damping *= 6
            }
            guard let better else { break }
            let gained = best.residual - better.residual
            best = better
            damping = max(damping / 4, 1e-5)
            if gained < 1e-4 * best.residual { break }
        }
        return best
    }

    /// Returns the normal equations of a step: for the map, sigma, the extent, the slope, offset and gain.
    private mutating func equations(_ pose: BlurPose) -> LinearSystem {
        let model = BlurModel(pose.shape, module: pose.map.moduleSize, dimension: field.dimension)
        work += samples.all.count * model.cost
        let values = field.values.span.bytes
        let extents = pose.shape.extents
        let count = ModuleMap.parameterCount + 1 + extents + 4
        var sums = GramSums()
        for sample in samples.all {
            let place = pose.map.place(of: sample.place)
            let value = model.value(at: place, values, stride: field.stride)
            let light = pose.light(at: place)
            let gain = pose.gain * light
            let (u, v) = (value.u * gain, value.v * gain)
            let (x, y) = (place.relative.x, place.relative.y)
            let along = -(u * place.u + v * place.v)
            var row = SIMD16<Float>.zero
            row.lowHalf = SIMD8(
                u * x, u * y, u * place.inverse, v * x, v * y, v * place.inverse, along * x, along * y)
            row[8] = value.sigma * gain
            row[9] = value.extent.x * gain
            row[10] = value.extent.y * gain
            let luma = pose.offset + pose.gain * value.level
            let relative = place.relative / place.inverse
            row[9 + extents] = relative.x * luma
            row[10 + extents] = relative.y * luma
            row[11 + extents] = light
            row[12 + extents] = value.level * light
            sums.add(row, residual: sample.luma - light * luma)
        }
        return sums.system(count: count)
    }

    /// Returns a pose moved by a step; nil if that leaves what the model can show.
    private static func moved(_ pose: BlurPose, by step: [Double], _ dimension: Int) -> BlurPose? {
        var moved = pose
        var most: Float = 0
        for index in 0..<6 { most = max(most, abs(Float(step[index]))) }
        for index in 6..<8 { most = max(most, abs(Float(step[index])) * Float(dimension) / 2) }
        guard most.isFinite else { return nil }
        let share = most > mostStep ? mostStep / most : 1
        for index in 0..<8 { moved.map.parameters[index] += share * Float(step[index]) }
        let module = moved.map.moduleSize
        let mostSigma = BlurModel.mostSigma * module
        moved.shape.sigma = min(max(moved.shape.sigma + share * Float(step[8]), 0.25), mostSigma)
        if moved.shape.extents > 0 { moved.shape.extent.x += share * Float(step[9]) }
        if moved.shape.extents > 1 { moved.shape.extent.y += share * Float(step[10]) }
        let slope = 9 + moved.shape.extents
        moved.slope += share * Vector(Float(step[slope]), Float(step[slope + 1]))
        guard max(abs(moved.slope.x), abs(moved.slope.y)) < mostSlope else { return nil }
        guard moved.shape.reach <= BlurModel.mostReach * module else { return nil }
        return moved
    }
}

/// The sums of which a line through levels and luma is made.
struct LightSums {
    private var count = 0.0
    private var level = 0.0
    private var luma = 0.0
    private var levelSquare = 0.0
    private var product = 0.0
    private var lumaSquare = 0.0

    @inline(__always)
    mutating func add(_ level: Float, _ luma: Float) {
        let (level, luma) = (Double(level), Double(luma))
        count += 1
        self.level += level
        self.luma += luma
        levelSquare += level * level
        product += level * luma
        lumaSquare += luma * luma
    }

    /// Returns a pose with the gain, offset and residual of the best line.
    func applied(to pose: BlurPose) -> BlurPose {
        var result = pose
        result.residual = .infinity
        let spread = levelSquare - level * level / max(count, 1)
        guard count >= 10, spread > 1e-3 * count else { return result }
        let slope = (product - level * luma / count) / spread
        result.gain = Float(slope)
        result.offset = Float((luma - slope * level) / count)
        let left = lumaSquare - luma * luma / count - slope * slope * spread
        result.residual = Float((max(left, 0) / count).squareRoot())
        return result
    }
}

/// Sums of products of the derivatives at each pixel.
private struct GramSums {
    /// The rows of the matrix, up to its diagonal: it is symmetric.
    private var rows = InlineArray<16, SIMD16<Float>>(repeating: .zero)
    private var right = SIMD16<Float>.zero

    @inline(__always)
    mutating func add(_ row: SIMD16<Float>, residual: Float) {
        for index in 0..<8 { rows[index].lowHalf += row.lowHalf * row[index] }
        for index in 8..<15 { rows[index] += row * row[index] }
        right += row * residual
    }

    func system(count: Int) -> LinearSystem {
        var system = LinearSystem(count: count)
        for row in 0..<count {
            system.right[row] = Double(right[row])
            for column in 0...row { system.matrix[row * count + column] = Double(rows[row][column]) }
        }
        return system
    }
}
