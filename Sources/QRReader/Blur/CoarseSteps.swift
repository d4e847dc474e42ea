// Recognises pictures that were compressed so much that their blocks show.

internal import Glibc

/// Whether a picture was compressed in coarse steps, as JPEG does at the lowest qualities.
///
/// JPEG keeps the frequencies of each block of 8 × 8 pixels as multiples of a step. Where the steps are coarse, nearly
/// all frequencies are 0, and the others are large: none lies between.
enum CoarseSteps {
    /// Pixels per side of a block.
    private static let side = 8
    /// Rounding pixels changes a frequency by less than this.
    private static let least: Float = 4
    /// The size below which hardly a frequency lies if the steps are coarse; at quality 10, steps are 50 or more.
    private static let most: Float = 30
    /// The most frequencies between both for each larger one.
    private static let mostShare = 0.02
    /// The fewest larger frequencies from which a share is known.
    private static let fewest = 40
    /// The most blocks that are looked at.
    private static let mostBlocks = 400

    /// For each frequency, its waves at the pixels of a row.
    private static let waves: [SIMD8<Float>] = (0..<side).map { frequency in
        var wave = SIMD8<Float>.zero
        for pixel in 0..<side { wave[pixel] = cosf(Float((2 * pixel + 1) * frequency) * .pi / 16) / 2 }
        return frequency == 0 ? wave * Float(0.5).squareRoot() : wave
    }

    /// Looks at the blocks of a symbol.
    ///
    /// - Parameters:
    ///   - plane: The picture; a smaller copy of a frame has no such blocks.
    ///   - outline: The symbol's corners, in the plane's pixels.
    /// - Returns: Whether the blocks were compressed in coarse steps.
    static func areIn(_ plane: LumaPlane, _ outline: Quad) -> Bool {
        guard plane.scale == 1 else { return false }
        let columns = blocks(outline, limit: plane.width, \.x)
        let rows = blocks(outline, limit: plane.height, \.y)
        guard columns.count * rows.count <= mostBlocks else { return false }
        var (between, larger) = (0, 0)
        for row in rows {
            for column in columns {
                for line in frequencies(plane, column: column, row: row) {
                    for index in 0..<side where abs(line[index]) > least {
                        if abs(line[index]) < most { between += 1 } else { larger += 1 }
                    }
                }
            }
        }
        return larger >= fewest && Double(between) < mostShare * Double(larger)
    }

    /// The blocks that an outline spans along one axis.
    private static func blocks(_ outline: Quad, limit: Int, _ coordinate: KeyPath<Vector, Float>) -> Range<Int> {
        let all = (0..<4).map { outline[$0][keyPath: coordinate] }
        guard all.allSatisfy({ abs($0) < 1e6 }), let least = all.min(), let most = all.max() else { return 0..<0 }
        let end = min(max(Int(most) / side, 0), limit / side)
        return min(max(Int(least) / side, 0), end)..<end
    }

    /// The frequencies of a block, without its mean; none if white or black may be cut off, which adds others.
    private static func frequencies(_ plane: LumaPlane, column: Int, row: Int) -> [SIMD8<Float>] {
        var sums = [SIMD8<Float>](repeating: .zero, count: side)
        for y in 0..<side {
            let start = (row * side + y) * plane.width + column * side
            let line = SIMD8<UInt8>(plane.pixels[start..<start + side])
            guard line.min() > 0, line.max() < .max else { return [] }
            var across = SIMD8<Float>.zero
            for frequency in 0..<side { across[frequency] = (waves[frequency] * SIMD8<Float>(line)).sum() }
            for frequency in 0..<side { sums[frequency] += waves[frequency][y] * across }
        }
        sums[0][0] = 0
        return sums
    }
}
