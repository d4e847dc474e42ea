// Recognises a symbol in the next frame.

/// What a symbol's data looked like in one frame, to be found again nearby in the next.
///
/// Two symbols have the same finder patterns, so only modules that carry data are compared, and at a size where blur
/// that differs from frame to frame matters less. Each is compared with the others of its sixteenth of the symbol,
/// since light that falls off in the same direction makes a bare wall resemble the whole.
struct SymbolTrace {
    /// How far a symbol may have moved, in pixels of the level compared; a module is 1 to 2 of them wide.
    private static let reach = 16
    /// The least correlation: the same symbol had 0.62 or more, another one at its place 0.19 or less.
    private static let leastCorrelation: Float = 0.4

    /// The number of the level compared.
    let level: Int
    /// The parts of the symbol in each direction, each of which is compared with its own mean.
    private static let parts = 4

    /// A data module.
    private struct Module {
        /// The pixel in its middle, relative to that of the first module.
        var x: Int
        var y: Int
        /// Its luma, less the mean of its part, divided by the root of the sum of the squares of all.
        var luma: Float
    }

    /// The modules of each part.
    private var modules: [[Module]] = Array(repeating: [], count: parts * parts)
    private var count = 0
    /// The pixel of the first module.
    private var origin: (x: Int, y: Int) = (0, 0)

    /// Remembers a symbol; nil where its data shows no contrast.
    ///
    /// - Parameters:
    ///   - pose: The symbol's place in a plane of the frame.
    ///   - scale: The width of that plane's pixels, in pixels of the frame.
    ///   - field: The modules.
    ///   - plane: The level compared.
    ///   - level: Its number.
    init?(_ pose: BlurPose, scale: Float, _ field: ModuleField, in plane: LumaPlane, level: Int) {
        self.level = level
        let dimension = field.dimension
        for index in field.unknown {
            let (row, column) = (index / field.stride - ModuleField.margin, index % field.stride - ModuleField.margin)
            let pixel = pose.map.pixel(u: Float(column) + 0.5, v: Float(row) + 0.5) * (scale / plane.scale)
            guard pixel.x >= 0, pixel.y >= 0, pixel.x < Float(plane.width), pixel.y < Float(plane.height) else {
                continue
            }
            let (x, y) = (Int(pixel.x), Int(pixel.y))
            if count == 0 { origin = (x, y) }
            let part = row * Self.parts / dimension * Self.parts + column * Self.parts / dimension
            let luma = Float(plane.pixels[y * plane.width + x])
            modules[part].append(Module(x: x - origin.x, y: y - origin.y, luma: luma))
            count += 1
        }
        modules.removeAll(where: \.isEmpty)
        guard normalise() else { return nil }
    }

    /// Subtracts each part's mean, and scales all modules; returns whether they have any contrast.
    private mutating func normalise() -> Bool {
        var squares: Float = 0
        for part in modules.indices {
            let mean = modules[part].reduce(0) { $0 + $1.luma } / Float(modules[part].count)
            for index in modules[part].indices {
                modules[part][index].luma -= mean
                squares += modules[part][index].luma * modules[part][index].luma
            }
        }
        guard squares > 0 else { return false }
        for part in modules.indices {
            for index in modules[part].indices { modules[part][index].luma /= squares.squareRoot() }
        }
        return true
    }

    /// The work of looking for the symbol, in Gaussians of about 0.1 µs each.
    var work: Int { (Self.reach + 1) * (Self.reach + 1) * count / 80 }

    /// Looks for the symbol in the next frame.
    ///
    /// - Parameter plane: The level compared.
    /// - Returns: How far it has moved, in pixels of the frame; nil if it is not seen.
    func movement(in plane: LumaPlane) -> Vector? {
        let coarse = best(in: plane, around: (0, 0), reach: Self.reach, step: 2)
        let fine = best(in: plane, around: (coarse.x, coarse.y), reach: 1, step: 1)
        guard fine.correlation > Self.leastCorrelation else { return nil }
        return Vector(Float(fine.x), Float(fine.y)) * plane.scale
    }

    /// Returns the movement with the greatest correlation, in pixels of the level.
    private func best(
        in plane: LumaPlane, around middle: (x: Int, y: Int), reach: Int, step: Int
    ) -> (correlation: Float, x: Int, y: Int) {
        var best: (correlation: Float, x: Int, y: Int) = (-1, 0, 0)
        for y in stride(from: middle.y - reach, through: middle.y + reach, by: step) {
            for x in stride(from: middle.x - reach, through: middle.x + reach, by: step) {
                guard let correlation = correlation(in: plane, x: origin.x + x, y: origin.y + y),
                    correlation > best.correlation
                else { continue }
                best = (correlation, x, y)
            }
        }
        return best
    }

    /// Returns the correlation where the first module's middle is at a pixel; nil if too little of it is in the frame.
    private func correlation(in plane: LumaPlane, x: Int, y: Int) -> Float? {
        var (inside, variance, products): (Int, Float, Float) = (0, 0, 0)
        for part in modules {
            var (seen, sum, squares): (Float, Float, Float) = (0, 0, 0)
            for module in part {
                let (column, row) = (x + module.x, y + module.y)
                guard column >= 0, row >= 0, column < plane.width, row < plane.height else { continue }
                let luma = Float(plane.pixels[row * plane.width + column])
                seen += 1
                sum += luma
                squares += luma * luma
                products += luma * module.luma
            }
            inside += Int(seen)
            variance += squares - sum * sum / max(seen, 1)
        }
        guard variance > 0, 4 * inside > 3 * count else { return nil }
        return products / variance.squareRoot()
    }
}
