// Recognises a symbol in the next frame.

/// What a symbol's data looked like in one frame, to be found again nearby in the next.
///
/// Two symbols have the same finder patterns, so only modules that carry data are compared, and at a size where blur
/// that differs from frame to frame matters less.
struct SymbolTrace {
    /// How far a symbol may have moved, in pixels of the level compared; a module is 1 to 2 of them wide.
    private static let reach = 16
    /// The least correlation: the same symbol had 0.62 or more, another one at its place 0.19 or less.
    private static let leastCorrelation: Float = 0.4

    /// The number of the level compared.
    let level: Int
    /// The pixels in the data modules' middles, relative to the first one's row and column.
    private var offsets: [(x: Int, y: Int)] = []
    private var origin: (x: Int, y: Int) = (0, 0)
    /// The luma of each, less their mean, divided by the root of the sum of the squares.
    private var lumas: [Float] = []

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
        for index in field.unknown {
            let (row, column) = (index / field.stride - ModuleField.margin, index % field.stride - ModuleField.margin)
            let pixel = pose.map.pixel(u: Float(column) + 0.5, v: Float(row) + 0.5) * (scale / plane.scale)
            guard pixel.x >= 0, pixel.y >= 0, pixel.x < Float(plane.width), pixel.y < Float(plane.height) else {
                continue
            }
            offsets.append((Int(pixel.x), Int(pixel.y)))
            lumas.append(Float(plane.pixels[Int(pixel.y) * plane.width + Int(pixel.x)]))
        }
        guard let first = offsets.first else { return nil }
        origin = first
        for index in offsets.indices { offsets[index] = (offsets[index].x - first.x, offsets[index].y - first.y) }
        let mean = lumas.reduce(0, +) / Float(lumas.count)
        let norm = lumas.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
        guard norm > 0 else { return nil }
        for index in lumas.indices { lumas[index] = (lumas[index] - mean) / norm }
    }

    /// The work of looking for the symbol, in Gaussians of about 0.1 µs each.
    var work: Int { (Self.reach + 1) * (Self.reach + 1) * offsets.count / 80 }

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
        var (count, sum, squares, products): (Float, Float, Float, Float) = (0, 0, 0, 0)
        for index in offsets.indices {
            let (column, row) = (x + offsets[index].x, y + offsets[index].y)
            guard column >= 0, row >= 0, column < plane.width, row < plane.height else { continue }
            let luma = Float(plane.pixels[row * plane.width + column])
            count += 1
            sum += luma
            squares += luma * luma
            products += luma * lumas[index]
        }
        let variance = squares - sum * sum / max(count, 1)
        guard variance > 0, 4 * Int(count) > 3 * offsets.count else { return nil }
        return products / variance.squareRoot()
    }
}
