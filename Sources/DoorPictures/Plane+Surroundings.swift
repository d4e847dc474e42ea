// Surroundings that fill the frame: a printed page, and something like a photograph.

internal import Glibc

extension Plane {
    /// Draws a page of small print, with letters made of bars at right angles, like codes.
    mutating func layPage(using generator: inout SplitMix64) {
        fill(0..<width, 0..<height, with: 0.85)
        var top = 10
        while top < height {
            let stroke = Int.random(in: 2...4, using: &generator)
            var left = Int.random(in: 8...40, using: &generator)
            let end = width - Int.random(in: 8...width / 4, using: &generator)
            while left + 3 * stroke < end {
                if Int.random(in: 0..<6, using: &generator) > 0 {
                    printLetter(left: left, top: top, stroke: stroke, using: &generator)
                }
                left += 4 * stroke
            }
            top += 8 * stroke
        }
    }

    private mutating func printLetter(left: Int, top: Int, stroke: Int, using generator: inout SplitMix64) {
        for _ in 0..<4 {
            if Bool.random(using: &generator) {
                let x = left + Int.random(in: 0..<3, using: &generator) * stroke
                fill(x..<x + stroke, top..<top + 5 * stroke, with: 0.06)
            } else {
                let y = top + Int.random(in: 0..<5, using: &generator) * stroke
                fill(left..<left + 3 * stroke, y..<y + stroke, with: 0.06)
            }
        }
    }

    private mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, with reflectance: Float) {
        for y in rows.clamped(to: 0..<height) {
            for x in columns.clamped(to: 0..<width) { light[y * width + x] = reflectance }
        }
    }

    /// Draws overlapping discs whose sizes follow a power law: the dead leaves model, whose edges, shades and scales
    /// are distributed like those of photographs (Lee, Mumford and Huang, 2001).
    mutating func strewLeaves(using generator: inout SplitMix64) {
        let smallest: Float = 4
        let largest = Float(width) / 4
        // The density falls with the cube of the radius; this number covers the frame about three times.
        let meanArea = 2 * Float.pi * smallest * smallest * logf(largest / smallest)
        for _ in 0..<Int(3 * Float(width * height) / meanArea) {
            let chance = Float.random(in: 0..<1, using: &generator)
            let share = 1 - chance * (1 - smallest * smallest / (largest * largest))
            layLeaf(radius: smallest / share.squareRoot(), using: &generator)
        }
    }

    private mutating func layLeaf(radius: Float, using generator: inout SplitMix64) {
        let x = Float.random(in: 0...Float(width), using: &generator)
        let y = Float.random(in: 0...Float(height), using: &generator)
        let shade = Float.random(in: 0.02...0.9, using: &generator)
        let slope = Float.random(in: -0.3...0.3, using: &generator) / radius
        for row in max(Int(y - radius), 0)..<max(min(Int(y + radius) + 1, height), 0) {
            let dy = Float(row) - y
            let reach = max(radius * radius - dy * dy, 0).squareRoot()
            for column in max(Int(x - reach), 0)..<max(min(Int(x + reach) + 1, width), 0) {
                light[row * width + column] = shade * (1 + slope * (Float(column) - x))
            }
        }
    }
}
