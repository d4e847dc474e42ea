// Solves for the modules of a blurred symbol whose place and blur are known.

internal import Glibc

/// Finds the modules that explain a picture best in the sense of least squares, in three stages.
///
/// A pixel is `offset + gain · (K x)`, where K has the weights of the modules x in the pixel. The stages solve
/// `Kᵀ K x = Kᵀ (pixels - known modules)`: as it stands, with modules within -1 and 1, and with modules that tend
/// to either of them.
///
/// - SeeAlso: docs/adr/0040-blur.md
struct ModuleSolver {
    /// The stages, in their order.
    enum Stage: CaseIterable {
        case linear
        case bounded
        case decided
    }

    private static let steps = 20
    private static let sweeps = 12
    /// Weights below this share count as none.
    private static let leastWeight: Float = 2e-3

    /// For each unknown module, the products of its weights with those of the modules around it.
    private var products: [Float] = []
    /// For each unknown module, the sum of its weighted pixels.
    private var targets: [Float] = []
    /// For each index in the field, the unknown module's number; -1 for known modules.
    private var numbers: [Int32] = []
    /// The modules around a module that share pixels with it, on each side.
    private var reach = 0
    /// The numbers in a row of ``products``, a multiple of eight.
    private var columns = 0
    private var window = BlurWindow()
    /// For each unknown module, what error correction says of it; 0 for nothing.
    private var settled: [Float] = []
    /// The number of blocks that have said so.
    private var settledBlocks = 0
    /// The modules, at their indices in the field; 0 for known ones.
    private var modules: [Float] = []
    private var noise: Float = 0
    private var field: ModuleField
    /// The Gaussians evaluated for the last symbol, of about 0.1 µs each.
    private(set) var work = 0

    init(_ field: ModuleField) {
        self.field = field
    }

    /// The unknown modules as the last stage has left them, -1 (dark) to 1 in the order of ``ModuleField/unknown``.
    var result: [Float] { field.unknown.map { modules[$0] } }

    /// Returns how far a pixel's weights reach, in modules on each side.
    private static func half(_ pose: BlurPose) -> Int {
        let module = pose.map.moduleSize
        let spread = 3 * pose.shape.totalSigma / module + pose.shape.reach / module - 0.3
        return min(max(Int(spread.rounded(.up)), 1), BlurWindow.reach - 3)
    }

    /// Returns what a symbol costs, in Gaussians of about 0.1 µs each.
    ///
    /// - Parameters:
    ///   - pose: The symbol's place and blur.
    ///   - field: The modules.
    /// - Returns: The work of setting up the equations for each pixel used, and that of all stages.
    static func work(_ pose: BlurPose, _ field: ModuleField) -> (perPixel: Int, stages: Int) {
        let model = BlurModel(pose.shape, module: pose.map.moduleSize, dimension: field.dimension)
        let half = half(pose)
        let (width, rows) = (2 * half + 1, 4 * half + 1)
        return (
            model.cost + 3 + width * width * width * ((width + 7) / 8) / 80,
            field.unknown.count * rows * ((rows + 7) / 8) * (steps + 2 * sweeps) / 80
        )
    }

    /// Sets up the equations.
    ///
    /// - Parameters:
    ///   - plane: The picture.
    ///   - pose: The symbol's place, blur and light.
    ///   - lattice: Which pixels to use.
    mutating func prepare(_ plane: LumaPlane, _ pose: BlurPose, _ lattice: PixelLattice = .all) {
        let module = pose.map.moduleSize
        let half = Self.half(pose)
        (reach, columns) = (2 * half, (2 * half + 2 * half + 1 + 7) / 8 * 8 + 8)
        let count = field.unknown.count
        products = Array(repeating: 0, count: count * (2 * reach + 1) * columns + 32)
        targets = Array(repeating: 0, count: count)
        (settled, settledBlocks) = (targets, 0)
        numbers = Array(repeating: -1, count: field.values.count)
        for (number, index) in field.unknown.enumerated() { numbers[index] = Int32(number) }
        modules = Array(repeating: 0, count: field.values.count + 32)
        noise = max(pose.residual, 2) / max(abs(pose.gain), 1)
        noise *= noise
        let model = BlurModel(pose.shape, module: module, dimension: field.dimension)
        var pixels: [(ModuleMap.Place, Float)] = []
        BlurSamples.each(plane, pose, dimension: field.dimension, lattice) { place, sample in
            pixels.append((place, pose.level(of: sample, at: place)))
        }
        work = pixels.count * model.cost
        window.half = half
        for (place, level) in pixels {
            model.addWeights(at: place, to: &window)
            add(level, half: half)
        }
        mirror()
    }

    /// Adds the products of a pixel's weights with those in the same row and below.
    private mutating func add(_ level: Float, half: Int) {
        let first = BlurWindow.reach - half
        let margin = ModuleField.margin
        let start = (window.row + first + margin) * field.stride + window.column + first + margin
        let corner = first * BlurWindow.stride + first
        let width = 2 * half + 1
        let rest = level - known(from: corner, at: start, width: width)
        for row in 0..<width {
            for column in 0..<width {
                let weight = window.weights[corner &+ row &* BlurWindow.stride &+ column]
                let number = Int(numbers[start &+ row &* field.stride &+ column])
                guard number >= 0, weight > Self.leastWeight else { continue }
                targets[number] += weight * rest
                let block = (number &* (2 &* reach &+ 1) &+ reach) &* columns &+ reach &- column
                Self.add(
                    weight, window.weights, from: corner &+ row &* BlurWindow.stride, width: width, rows: width &- row,
                    to: &products, at: block, columns: columns)
            }
        }
    }

    /// Returns what the known modules add to a pixel; the others are 0 in the field.
    @inline(__always)
    private func known(from: Int, at: Int, width: Int) -> Float {
        let (weights, values) = (window.weights.span.bytes, field.values.span.bytes)
        var sum = SIMD8<Float>.zero
        for row in 0..<width {
            let (source, other) = (4 &* (from &+ row &* BlurWindow.stride), 4 &* (at &+ row &* field.stride))
            var part = 0
            while part < 4 &* width {
                sum +=
                    weights.unsafeLoadUnaligned(fromUncheckedByteOffset: source &+ part, as: SIMD8<Float>.self)
                    * values.unsafeLoadUnaligned(fromUncheckedByteOffset: other &+ part, as: SIMD8<Float>.self)
                part &+= 32
            }
        }
        return sum.sum()
    }

    /// Copies each module's products with those below it to them, where the same are products with one above.
    private mutating func mirror() {
        let size = (2 * reach + 1) * columns
        for (number, index) in field.unknown.enumerated() {
            for down in 1...reach {
                for right in -reach...reach {
                    let other = Int(numbers[index + down * field.stride + right])
                    guard other >= 0 else { continue }
                    let offset = down * columns + right
                    let middle = reach * columns + reach
                    products[other * size + middle - offset] = products[number * size + middle + offset]
                }
            }
        }
    }

    /// Adds rows of weights, times a factor, to rows of products.
    @inline(__always)
    private static func add(
        _ factor: Float, _ weights: [Float], from: Int, width: Int, rows: Int, to products: inout [Float], at: Int,
        columns: Int
    ) {
        let input = weights.span.bytes
        var all = products.mutableSpan
        var output = all.mutableBytes
        for row in 0..<rows {
            let (source, target) = (4 &* (from &+ row &* BlurWindow.stride), 4 &* (at &+ row &* columns))
            var part = 0
            while part < 4 &* width {
                let sum =
                    output.unsafeLoadUnaligned(fromUncheckedByteOffset: target &+ part, as: SIMD8<Float>.self)
                    + factor
                    * input.unsafeLoadUnaligned(fromUncheckedByteOffset: source &+ part, as: SIMD8<Float>.self)
                output.storeBytes(of: sum, toByteOffset: target &+ part, as: SIMD8<Float>.self)
                part &+= 32
            }
        }
    }

    /// Returns the sum of a module's products with the modules around it, itself included.
    @inline(__always)
    private func sum(_ number: Int, _ values: RawSpan, _ products: RawSpan) -> Float {
        var sum = SIMD8<Float>.zero
        let rows = 2 * reach &+ 1
        var from = 4 &* (field.unknown[number] &- reach &* field.stride &- reach)
        var at = 4 &* number &* rows &* columns
        for _ in 0..<rows {
            var part = 0
            while part <= 2 &* reach {
                sum +=
                    products.unsafeLoadUnaligned(fromUncheckedByteOffset: at &+ 4 &* part, as: SIMD8<Float>.self)
                    * values.unsafeLoadUnaligned(fromUncheckedByteOffset: from &+ 4 &* part, as: SIMD8<Float>.self)
                part &+= 8
            }
            from &+= 4 &* field.stride
            at &+= 4 &* columns
        }
        return sum.sum()
    }

    /// A module's product with itself.
    private func own(_ number: Int) -> Float {
        products[(number * (2 * reach + 1) + reach) * columns + reach]
    }

    /// Solves the equations further.
    mutating func advance(_ stage: Stage) {
        switch stage {
        case .linear: descend()
        case .bounded:
            for index in field.unknown { modules[index] = min(max(modules[index], -1), 1) }
            for _ in 0..<Self.sweeps { sweepBounded() }
        case .decided: decide()
        }
    }

    /// Solves further with the modules of those error correction blocks that can be corrected, which says more about
    /// their neighbours.
    ///
    /// - Parameter grids: Corrects the blocks.
    /// - Returns: Whether more blocks were corrected than before; if not, nothing has changed.
    mutating func advance(_ grids: inout GridReader) -> Bool {
        guard let (blocks, grid) = grids.settled(field.grid(result)), blocks > settledBlocks else { return false }
        (settled, settledBlocks) = (field.numbers(of: grid), blocks)
        for (number, value) in settled.enumerated() where value != 0 { modules[field.unknown[number]] = value }
        decide()
        return true
    }

    /// Makes modules tend to -1 or 1, more and more.
    private mutating func decide() {
        for step in 0..<Self.sweeps {
            sweepDecided(powf(10, 1 - Float(step) / Float(Self.sweeps - 1)))
        }
    }

    /// Conjugate gradients.
    private mutating func descend() {
        let count = targets.count
        var residual = targets
        var direction = modules
        for number in 0..<count { direction[field.unknown[number]] = targets[number] }
        var square = residual.reduce(0) { $0 + $1 * $1 }
        var image = [Float](repeating: 0, count: count)
        for _ in 0..<Self.steps where square > 1e-9 {
            var curvature: Float = 0
            for number in 0..<count {
                let along = direction[field.unknown[number]]
                image[number] = sum(number, direction.span.bytes, products.span.bytes) + noise * along
                curvature += along * image[number]
            }
            guard curvature > 0 else { return }
            let step = square / curvature
            var next: Float = 0
            for number in 0..<count {
                modules[field.unknown[number]] += step * direction[field.unknown[number]]
                residual[number] -= step * image[number]
                next += residual[number] * residual[number]
            }
            let share = next / square
            square = next
            for number in 0..<count {
                let index = field.unknown[number]
                direction[index] = residual[number] + share * direction[index]
            }
        }
    }

    /// Gauss-Seidel with modules within -1 and 1.
    private mutating func sweepBounded() {
        for number in targets.indices {
            let (index, own) = (field.unknown[number], own(number))
            let rest = targets[number] - sum(number, modules.span.bytes, products.span.bytes) + own * modules[index]
            modules[index] = min(max(rest / (own + 0.3 * noise), -1), 1)
        }
    }

    /// The mean field: each module is as sure as the others leave it.
    private mutating func sweepDecided(_ temperature: Float) {
        for number in targets.indices where settled[number] == 0 {
            let (index, own) = (field.unknown[number], own(number))
            let rest = targets[number] - sum(number, modules.span.bytes, products.span.bytes) + own * modules[index]
            modules[index] = tanhf(rest / (noise * temperature))
        }
    }
}
