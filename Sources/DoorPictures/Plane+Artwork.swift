// Geometry: what each pixel of the frame sees of a flat thing, averaged over the pixel's area.

extension Plane {
    /// Draws `artwork` over what is there; values are reflectances, 0 to 1.
    ///
    /// A pixel that sees one colour only is read once, another at 16 points.
    mutating func draw(_ artwork: Artwork, in pose: Pose) {
        let area = pose.pixels(
            width: artwork.width, height: artwork.height, frameWidth: width, frameHeight: height)
        let even = artwork.evenBlocks()
        let points = points.map { $0.x * pose.right + $0.y * pose.down }
        for y in area.rows {
            for x in area.columns {
                let corner = pose.corner + Float(x) * pose.right + Float(y) * pose.down
                let (column, row) = texel(at: corner + 0.5 * (pose.right + pose.down))
                let at = y * width + x
                light[at] =
                    even.contains(column: column, row: row)
                    ? artwork.value(column: column, row: row, behind: light[at])
                    : artwork.mean(of: points, from: corner, behind: light[at])
            }
        }
    }
}

/// 16 points of a pixel, no two in one column or row: an edge along the frame's axes moves in steps of 1/16.
private let points: [(x: Float, y: Float)] = (0..<16).map { index in
    let (i, j) = (Float(index / 4), Float(index % 4))
    return ((i + (j + 0.5) / 4) / 4, (j + (i + 0.5) / 4) / 4)
}

/// The texel at homogeneous coordinates; far off the artwork or behind the camera it is out of range.
@inline(__always)
private func texel(at point: SIMD3<Float>) -> (column: Int, row: Int) {
    guard point.z > 0 else { return (-1, -1) }
    let scale = 1 / point.z
    // The clamp keeps the conversion in range; up and down by one, as conversion rounds towards zero.
    let column = Int32(min(max(point.x * scale + 1, 0), 1e6)) - 1
    let row = Int32(min(max(point.y * scale + 1, 0), 1e6)) - 1
    return (Int(column), Int(row))
}

extension Artwork {
    /// The mean over the pixel with its top left corner at `corner`, all in homogeneous coordinates.
    @inline(__always)
    fileprivate func mean(of points: [SIMD3<Float>], from corner: SIMD3<Float>, behind: Float) -> Float {
        var sum: Float = 0
        for point in points {
            let (column, row) = texel(at: corner + point)
            sum += value(column: column, row: row, behind: behind)
        }
        return sum / Float(points.count)
    }

    @inline(__always)
    fileprivate func value(column: Int, row: Int, behind: Float) -> Float {
        guard column >= 0, row >= 0, column < width, row < height else { return behind }
        let value = texels[row * width + column]
        return value == Self.clear ? behind : value
    }

    /// Which modules have one colour, as have the eight around them.
    fileprivate func evenBlocks() -> EvenBlocks {
        let side = Self.texelsPerModule
        let (columns, rows) = (width / side, height / side)
        // Three texels more on each side stand for the eight neighbours: a pixel is rarely wider.
        let margin = side - 1
        let even = (0..<rows * columns).map { index in
            let (left, top) = (index % columns * side, index / columns * side)
            guard left >= side, top >= side, left + 2 * side <= width, top + 2 * side <= height else { return false }
            let colour = texels[top * width + left]
            return (top - margin..<top + side + margin).allSatisfy { row in
                texels[row * width + left - margin..<row * width + left + side + margin].allSatisfy { $0 == colour }
            }
        }
        return EvenBlocks(columns: columns, rows: rows, even: even)
    }
}

/// The modules of an artwork around which nothing changes.
private struct EvenBlocks {
    let columns: Int
    let rows: Int
    let even: [Bool]

    @inline(__always)
    func contains(column: Int, row: Int) -> Bool {
        let (x, y) = (column / Artwork.texelsPerModule, row / Artwork.texelsPerModule)
        return column >= 0 && row >= 0 && x < columns && y < rows && even[y * columns + x]
    }
}
