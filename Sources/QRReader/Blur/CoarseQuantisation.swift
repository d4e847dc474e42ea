// Recognises pictures that JPEG has compressed to its lowest qualities.

internal import Glibc

/// Whether a picture was quantised coarsely, as JPEG does at the lowest qualities.
///
/// JPEG rounds the coefficients of the discrete cosine transform of each block of 8 × 8 pixels to multiples of a step
/// (ITU-T T.81, annex A). Where the steps are coarse, nearly all coefficients are 0, and the others are large: hardly
/// one lies between.
enum CoarseQuantisation {
    /// Pixels per side of a block.
    private static let side = 8
    /// Rounding pixels changes a coefficient by less than this.
    private static let least: Float = 4
    /// The size below which hardly a coefficient lies if the steps are coarse; at quality 10, steps are 50 or more.
    private static let most: Float = 30
    /// The most coefficients between both for each larger one.
    private static let mostShare = 0.02
    /// The fewest larger coefficients from which a share is known.
    private static let fewest = 40
    /// The most blocks that are looked at.
    private static let mostBlocks = 400

    /// For each frequency, its cosine at the pixels of a row.
    private static let cosines: [SIMD8<Float>] = (0..<side).map { frequency in
        var cosine = SIMD8<Float>.zero
        for pixel in 0..<side { cosine[pixel] = cosf(Float((2 * pixel + 1) * frequency) * .pi / 16) / 2 }
        return frequency == 0 ? cosine * Float(0.5).squareRoot() : cosine
    }

    /// Looks at the blocks of a symbol.
    ///
    /// - Parameters:
    ///   - plane: The picture; a smaller copy of a frame has no such blocks.
    ///   - outline: The symbol's corners, in the plane's pixels.
    /// - Returns: Whether the blocks were quantised coarsely.
    static func isSeen(in plane: LumaPlane, _ outline: Quad) -> Bool {
        guard plane.scale == 1 else { return false }
        let columns = blocks(outline, limit: plane.width, \.x)
        let rows = blocks(outline, limit: plane.height, \.y)
        guard columns.count * rows.count <= mostBlocks else { return false }
        var (between, larger) = (0, 0)
        for row in rows {
            for column in columns {
                for line in coefficients(plane, column: column, row: row) {
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

    /// The coefficients of a block, without its mean; none if white or black may be cut off, which adds others.
    private static func coefficients(_ plane: LumaPlane, column: Int, row: Int) -> [SIMD8<Float>] {
        var sums = [SIMD8<Float>](repeating: .zero, count: side)
        for y in 0..<side {
            let start = (row * side + y) * plane.width + column * side
            let line = SIMD8<UInt8>(plane.pixels[start..<start + side])
            guard line.min() > 0, line.max() < .max else { return [] }
            var across = SIMD8<Float>.zero
            for frequency in 0..<side { across[frequency] = (cosines[frequency] * SIMD8<Float>(line)).sum() }
            for frequency in 0..<side { sums[frequency] += cosines[frequency][y] * across }
        }
        sums[0][0] = 0
        return sums
    }
}
