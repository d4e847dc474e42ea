// The blur of a lens and of a moving hand.

internal import Glibc

/// The image of a point: offsets in pixels and their shares of the light, which add up to 1.
struct Kernel {
    struct Tap {
        let dx: Int
        let dy: Int
        var share: Float
    }

    let taps: [Tap]

    /// Returns one line of a Gaussian, out to three standard deviations; applied horizontally and vertically, it is
    /// round.
    static func gaussian(sigma: Double, upright: Bool) -> Kernel {
        let radius = Int((3 * sigma).rounded(.up))
        return Kernel(
            (-radius...radius).map { offset in
                // The integral over the pixel instead of the density at its centre, which is also right for a sigma
                // below a pixel.
                let low = erf((Double(offset) - 0.5) / (sigma * 2.0.squareRoot()))
                let high = erf((Double(offset) + 0.5) / (sigma * 2.0.squareRoot()))
                return Tap(dx: upright ? 0 : offset, dy: upright ? offset : 0, share: Float(high - low))
            })
    }

    /// Returns the kernel of a straight, uniform movement over `pixels` in the direction `degrees` (0 right, 90
    /// down).
    static func motion(pixels: Double, degrees: Double) -> Kernel {
        let angle = degrees * .pi / 180
        let steps = max(Int(pixels * 8), 1)
        return path(
            (0...steps).map { step in
                let along = pixels * (Double(step) / Double(steps) - 0.5)
                return (along * cos(angle), along * sin(angle))
            })
    }

    /// Returns the kernel of a movement that spends the same time at each of some places, in pixels from the middle.
    static func path(_ places: [(x: Double, y: Double)]) -> Kernel {
        let farthest = places.reduce(0) { max($0, abs($1.x), abs($1.y)) }
        let side = Int(farthest.rounded(.up)) + 1
        var shares = [Float](repeating: 0, count: (2 * side + 1) * (2 * side + 1))
        for place in places {
            let (x, y) = (place.x + Double(side), place.y + Double(side))
            let (column, row) = (Int(x), Int(y))
            let (right, down) = (Float(x - Double(column)), Float(y - Double(row)))
            let at = row * (2 * side + 1) + column
            shares[at] += (1 - right) * (1 - down)
            shares[at + 1] += right * (1 - down)
            shares[at + 2 * side + 1] += (1 - right) * down
            shares[at + 2 * side + 2] += right * down
        }
        return Kernel(
            shares.enumerated().filter { $0.element > 0 }.map { index, share in
                Tap(dx: index % (2 * side + 1) - side, dy: index / (2 * side + 1) - side, share: share)
            })
    }

    /// Returns the image of a point that is out of focus: a disc of a radius in pixels.
    static func disc(radius: Double) -> Kernel {
        // A smaller one is within a pixel, and between the points at which it is looked for.
        let radius = max(radius, 0.2)
        let side = Int((radius + 0.5).rounded(.up))
        let parts = 8
        return Kernel(
            (-side...side).flatMap { dy in
                (-side...side).compactMap { dx -> Tap? in
                    // The share of the pixel that the disc covers.
                    let covered = (0..<parts * parts).count { index in
                        let x = Double(dx) + (Double(index % parts) + 0.5) / Double(parts) - 0.5
                        let y = Double(dy) + (Double(index / parts) + 0.5) / Double(parts) - 0.5
                        return x * x + y * y <= radius * radius
                    }
                    return covered == 0 ? nil : Tap(dx: dx, dy: dy, share: Float(covered))
                }
            })
    }

    private init(_ taps: [Tap]) {
        let sum = taps.reduce(0) { $0 + $1.share }
        self.taps = taps.map { Tap(dx: $0.dx, dy: $0.dy, share: $0.share / sum) }
    }
}
