// Pictures of symbols whose place is known, for tests of the finder.

import TestSupport

@testable import QRReader

/// A surface on which symbols are drawn in any perspective.
struct FindingPicture {
    let width: Int
    let height: Int
    private(set) var luma: [UInt8]

    var frame: Frame { Frame(width: width, height: height, luma: luma) }

    init(width: Int, height: Int, surface: UInt8 = 230) {
        self.width = width
        self.height = height
        luma = Array(repeating: surface, count: width * height)
    }

    /// A square symbol, turned about its middle.
    ///
    /// - Parameters:
    ///   - centre: Of the untilted square.
    ///   - side: In pixels.
    ///   - degrees: Clockwise.
    ///   - shrink: How much shorter the side opposite the first is, as tilt makes it; 0 to 1.
    /// - Returns: Its corners.
    static func quad(centre: Vector, side: Float, degrees: Float = 0, shrink: Float = 0) -> Quad {
        let angle = degrees / 180 * .pi
        let across = Vector(cosine(angle), cosine(angle - .pi / 2)) * (side / 2)
        let down = Vector(-across.y, across.x)
        let near = 1 - shrink
        return Quad(
            topLeft: centre - across - down,
            topRight: centre + across - down,
            bottomRight: centre + across * near + down * near,
            bottomLeft: centre - across * near + down * near
        )
    }

    /// Draws a symbol, nothing where three of its corners are in a line, with a quiet zone of four modules, each
    /// pixel the mean of 3 × 3 places in it.
    ///
    /// - Parameters:
    ///   - isDark: The modules, row by row.
    ///   - dimension: Modules per side.
    ///   - quad: Where its corners come to lie.
    ///   - dark: Luma of dark modules.
    ///   - light: Luma of light modules and of the quiet zone.
    ///   - bend: How the surface is curved; nil for a flat one.
    ///   - spread: How many pixels wide a pixel's places lie: 1 is sharp.
    mutating func draw(
        _ isDark: [Bool],
        dimension: Int,
        at quad: Quad,
        dark: Float = 25,
        light: Float = 230,
        bend: Bend? = nil,
        spread: Float = 1
    ) {
        guard let inverse = Self.inverse(of: quad, side: Float(dimension)) else { return }
        let corners = (0..<4).map { quad[$0] }
        let margin = 0.3 * (0..<4).map { quad.side($0) }.reduce(0, max)
        let columns = Self.span(corners.map(\.x), margin: margin, limit: width)
        let rows = Self.span(corners.map(\.y), margin: margin, limit: height)
        for y in rows {
            for x in columns {
                var (sum, isOutside) = (Float(0), false)
                for index in 0..<9 {
                    let offset = Vector(Float(index % 3), Float(index / 3)) / 3 - Float(1) / 3
                    let flat = inverse(Vector(Float(x), Float(y)) + 0.5 + offset * spread)
                    let place = bend.map { $0.unbent(flat) } ?? flat
                    guard place.x >= -4, place.y >= -4, place.max() < Float(dimension + 4) else {
                        isOutside = true
                        break
                    }
                    let inside = place.min() >= 0 && place.max() < Float(dimension)
                    sum += inside && isDark[Int(place.y) * dimension + Int(place.x)] ? dark : light
                }
                if !isOutside { luma[y * width + x] = UInt8(sum / 9) }
            }
        }
    }

    /// The pixels between the least and the greatest of four coordinates, and a margin.
    private static func span(_ coordinates: [Float], margin: Float, limit: Int) -> Range<Int> {
        let least = Int((coordinates.min() ?? 0) - margin)
        let greatest = Int((coordinates.max() ?? 0) + margin)
        return min(max(least, 0), limit)..<min(max(greatest, 0), limit)
    }

    /// The map from the picture to the symbol: four pairs determine it.
    private static func inverse(of quad: Quad, side: Float) -> Homography? {
        var fit = HomographyFit()
        for (corner, place) in [Vector(0, 0), Vector(side, 0), Vector(side, side), Vector(0, side)].enumerated() {
            fit.add(quad[corner], place)
        }
        return fit.solve()
    }

    /// Fills a rectangle.
    mutating func fill(_ columns: Range<Int>, _ rows: Range<Int>, _ value: UInt8) {
        for y in rows { for x in columns { luma[y * width + x] = value } }
    }

    mutating func addNoise(_ amplitude: Int, _ generator: inout SeededGenerator) {
        for index in luma.indices {
            let noisy = Int(luma[index]) + Int.random(in: -amplitude...amplitude, using: &generator)
            luma[index] = UInt8(min(max(noisy, 0), 255))
        }
    }
}

extension Bend {
    /// The place in the symbol that is bent to a place; the bend changes slowly, so a few steps get there.
    func unbent(_ target: Vector) -> Vector {
        var place = target
        for _ in 0..<6 { place += target - self(place) }
        return place
    }
}
