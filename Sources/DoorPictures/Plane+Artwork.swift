// Geometry: each pixel's view of a flat object, averaged over the pixel's area.

extension Plane {
    /// Returns the mean of this plane with `artwork` drawn over it in each of `poses`, of which there is at least one.
    func mean(over poses: [Pose], of artwork: Artwork) -> Plane {
        var sum = self
        sum.draw(artwork, in: poses[0])
        guard poses.count > 1 else { return sum }
        for pose in poses.dropFirst() {
            var one = self
            one.draw(artwork, in: pose)
            for index in sum.light.indices { sum.light[index] += one.light[index] }
        }
        for index in sum.light.indices { sum.light[index] /= Float(poses.count) }
        return sum
    }

    /// Draws `artwork` over the existing contents; values are reflectances, 0 to 1.
    ///
    /// A pixel that sees only one colour is sampled once, any other at 16 points.
    mutating func draw(_ artwork: Artwork, in pose: Pose) {
        let area = pose.pixels(
            width: artwork.width, height: artwork.height, frameWidth: width, frameHeight: height)
        let even = artwork.evenBlocks()
        let texels = artwork.texels.span
        for y in area.rows {
            for x in area.columns {
                guard let spot = pose.spot(x: Float(x) + 0.5, y: Float(y) + 0.5) else { continue }
                let at = y * width + x
                light[at] =
                    even.contains(column: spot.column, row: spot.row)
                    ? artwork.value(column: spot.column, row: spot.row, in: texels, behind: light[at])
                    : artwork.mean(over: spot, in: texels, behind: light[at])
            }
        }
    }
}

/// A pixel's view: the texel at its centre, and the movement on the artwork per step in the frame.
private struct Spot {
    let column, row: Float
    let columnsRight, rowsRight: Float
    let columnsDown, rowsDown: Float
}

extension Pose {
    /// Returns the view around a point of the frame, or nil if the artwork is behind the camera.
    @inline(__always)
    fileprivate func spot(x: Float, y: Float) -> Spot? {
        let point = corner + x * right + y * down
        guard point.z > 0 else { return nil }
        let scale = 1 / point.z
        let (column, row) = (point.x * scale, point.y * scale)
        // Within one pixel, the projection is practically linear: these are its derivatives.
        return Spot(
            column: column, row: row,
            columnsRight: (right.x - column * right.z) * scale, rowsRight: (right.y - row * right.z) * scale,
            columnsDown: (down.x - column * down.z) * scale, rowsDown: (down.y - row * down.z) * scale)
    }
}

extension Artwork {
    /// Returns the mean over a pixel, of 16 points no two of which share a column or row: an edge along the frame's
    /// axes moves in steps of 1/16.
    @inline(__always)
    fileprivate func mean(over spot: Spot, in texels: Span<Float>, behind: Float) -> Float {
        var sum: Float = 0
        for i in 0..<4 {
            for j in 0..<4 {
                let x = Float(4 * i + j) / 16 - 15 / 32
                let y = Float(4 * j + i) / 16 - 15 / 32
                sum += value(
                    column: spot.column + x * spot.columnsRight + y * spot.columnsDown,
                    row: spot.row + x * spot.rowsRight + y * spot.rowsDown, in: texels, behind: behind)
            }
        }
        return sum / 16
    }

    @inline(__always)
    fileprivate func value(column: Float, row: Float, in texels: Span<Float>, behind: Float) -> Float {
        guard column >= 0, row >= 0, column < Float(width), row < Float(height) else { return behind }
        let value = texels[Int(Int32(row)) * width + Int(Int32(column))]
        return value == Self.clear ? behind : value
    }

    /// Returns the modules that have the same uniform colour as the eight around them.
    fileprivate func evenBlocks() -> EvenBlocks {
        let side = Self.texelsPerModule
        let (columns, rows) = (width / side, height / side)
        // Three more texels on each side represent the eight neighbours: a pixel is rarely wider.
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

/// The modules of an artwork whose surroundings are uniform.
private struct EvenBlocks {
    let columns: Int
    let rows: Int
    let even: [Bool]

    @inline(__always)
    func contains(column: Float, row: Float) -> Bool {
        let side = Float(Artwork.texelsPerModule)
        guard column >= 0, row >= 0, column < side * Float(columns), row < side * Float(rows) else { return false }
        return even[Int(Int32(row / side)) * columns + Int(Int32(column / side))]
    }
}
