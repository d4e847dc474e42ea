// Pictures of symbols whose place is known, for tests of the finder.

import TestSupport

@testable import Scanner

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
    ///   - side: In pixels.
    ///   - degrees: Clockwise.
    ///   - shrink: How much shorter the side opposite the first is, as tilt makes it; 0 to 1.
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

    /// Draws a symbol, nothing where three of its corners are in a line, with a quiet zone of four modules, each pixel the mean of 4 × 4 places in it.
    ///
    /// - Parameters:
    ///   - isDark: The modules, row by row.
    ///   - quad: Where its corners come to lie.
    ///   - spread: How many pixels wide a pixel's places lie: 1 is sharp.
    mutating func draw(
        _ isDark: [Bool],
        dimension: Int,
        at quad: Quad,
        dark: Float = 25,
        light: Float = 230,
        spread: Float = 1
    ) {
        guard let inverse = Self.inverse(of: quad, side: Float(dimension)) else { return }
        for y in 0..<height {
            for x in 0..<width {
                var (sum, isOutside) = (Float(0), false)
                for index in 0..<16 {
                    let offset = Vector(Float(index % 4), Float(index / 4)) / 4 - 0.375
                    let place = inverse(Vector(Float(x), Float(y)) + 0.5 + offset * spread)
                    guard place.x >= -4, place.y >= -4, place.max() < Float(dimension + 4) else {
                        isOutside = true
                        break
                    }
                    let inside = place.min() >= 0 && place.max() < Float(dimension)
                    sum += inside && isDark[Int(place.y) * dimension + Int(place.x)] ? dark : light
                }
                if !isOutside { luma[y * width + x] = UInt8(sum / 16) }
            }
        }
    }

    /// The map from the picture to the symbol: four pairs determine it.
    private static func inverse(of quad: Quad, side: Float) -> Homography? {
        var fit = HomographyFit()
        for (corner, place) in [Vector(0, 0), Vector(side, 0), Vector(side, side), Vector(0, side)].enumerated() {
            fit.add(quad[corner], place)
        }
        return fit.solve()
    }

    mutating func addNoise(_ amplitude: Int, _ generator: inout SeededGenerator) {
        for index in luma.indices {
            let noisy = Int(luma[index]) + Int.random(in: -amplitude...amplitude, using: &generator)
            luma[index] = UInt8(min(max(noisy, 0), 255))
        }
    }
}
