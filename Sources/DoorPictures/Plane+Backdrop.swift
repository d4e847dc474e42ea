// The surroundings behind the ticket: walls, cloth, and objects with hard edges.

internal import Glibc

extension Plane {
    /// Creates a frame with nothing held up yet; values are reflectances, 0 to 1.
    init(_ scene: DoorScene, using generator: inout SplitMix64) {
        self.init(width: scene.width, height: scene.height, light: Float.random(in: 0.2...0.35, using: &generator))
        switch scene.backdrop {
        case .plain: hangWall(using: &generator)
        case .woven: layCloth(using: &generator)
        case .clutter: layClutter(using: &generator)
        case .page: layPage(using: &generator)
        case .leaves: strewLeaves(using: &generator)
        }
    }

    /// Draws a wall with slightly uneven paint, and a darker floor or table below it.
    private mutating func hangWall(using generator: inout SplitMix64) {
        let waves = (0..<3).map { _ in
            (
                x: Float.random(in: -0.008...0.008, using: &generator),
                y: Float.random(in: -0.008...0.008, using: &generator),
                phase: Float.random(in: 0...6, using: &generator)
            )
        }
        let floor = Int(Double(height) * Double.random(in: 0.6...1.2, using: &generator))
        for y in 0..<height {
            let shade: Float = y < floor ? 1 : 0.6
            // The waves are long, so one value per eight pixels is enough.
            for left in stride(from: 0, to: width, by: 8) {
                let wave = waves.reduce(Float(0)) { $0 + sinf(Float(left) * $1.x + Float(y) * $1.y + $1.phase) }
                for x in left..<min(left + 8, width) {
                    light[y * width + x] = shade * light[y * width + x] * (1 + 0.05 * wave)
                }
            }
        }
    }

    /// Draws threads over and under each other, each of its own thickness and shade.
    private mutating func layCloth(using generator: inout SplitMix64) {
        let pitch = Int.random(in: 6...11, using: &generator)
        let across = (0...width / pitch).map { _ in Float.random(in: 0.15...0.75, using: &generator) }
        let down = (0...height / pitch).map { _ in Float.random(in: 0.15...0.75, using: &generator) }
        // A thread is round: bright in its centre, dark where it dips.
        let round = (0..<pitch).map { 0.25 + 0.75 * sinf((Float($0) + 0.5) / Float(pitch) * .pi) }
        for y in 0..<height {
            let row = y / pitch
            for x in 0..<width {
                let column = x / pitch
                light[y * width + x] =
                    (row + column).isMultiple(of: 2)
                    ? down[row] * round[y % pitch] : across[column] * round[x % pitch]
            }
        }
    }

    /// Draws overlapping boxes, striped objects and printed pages.
    private mutating func layClutter(using generator: inout SplitMix64) {
        for index in 0..<26 {
            let angle = Float.random(in: -0.6...0.6, using: &generator)
            let box = Box(
                x: Float.random(in: 0...1, using: &generator) * Float(width),
                y: Float.random(in: 0...1, using: &generator) * Float(height),
                across: Float.random(in: 0.03...0.2, using: &generator) * Float(width),
                down: Float.random(in: 0.03...0.2, using: &generator) * Float(width),
                cosine: cosf(angle), sine: sinf(angle),
                first: Float.random(in: 0.02...0.9, using: &generator),
                second: Float.random(in: 0.02...0.9, using: &generator),
                pitch: index.isMultiple(of: 3) ? Float.random(in: 3...14, using: &generator) : 1e6,
                squares: index.isMultiple(of: 6))
            lay(box)
        }
    }

    /// A rotated rectangle: plain, striped or chequered.
    private struct Box {
        let x, y, across, down, cosine, sine, first, second, pitch: Float
        let squares: Bool
    }

    private mutating func lay(_ box: Box) {
        let reach = box.across + box.down
        let columns = max(Int(box.x - reach), 0)..<min(Int(box.x + reach), width)
        for y in max(Int(box.y - reach), 0)..<min(Int(box.y + reach), height) {
            for x in columns {
                let (dx, dy) = (Float(x) - box.x, Float(y) - box.y)
                let (along, aside) = (box.cosine * dx + box.sine * dy, box.cosine * dy - box.sine * dx)
                guard abs(along) < box.across, abs(aside) < box.down else { continue }
                let stripe = Int((along + reach) / box.pitch) + (box.squares ? Int((aside + reach) / box.pitch) : 0)
                light[y * width + x] = stripe.isMultiple(of: 2) ? box.first : box.second
            }
        }
    }
}
