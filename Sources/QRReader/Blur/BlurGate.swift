// Decides whether a decoded symbol is what the picture shows.

/// Compares a picture with what a decoded symbol would look like through the blur that was fitted.
///
/// Error correction alone does not suffice where the modules were computed under the assumption that a symbol is
/// there. A symbol with other modules, and a picture that shows none, differ from the drawing over whole modules, while
/// the noise of a camera averages out within each.
///
/// - SeeAlso: docs/adr/0040-blur.md
struct BlurGate {
    /// The greatest ``difference``; symbols in photographs had up to 0.16, drawn ones up to 0.04.
    static let mostDifference: Float = 0.18
    /// The greatest ``unexplained``; symbols in photographs had up to 0.11, drawn ones up to 0.02.
    static let mostUnexplained: Float = 0.12
    /// The greatest of both in a picture that was quantised coarsely, where drawn symbols had up to 0.26.
    private static let mostCoarse: Float = 0.28

    /// What one module's pixels differ by and show.
    private struct Cell {
        var difference: Float = 0
        var seen: Float = 0
        var count: Float = 0
    }

    /// The root mean square of the differences averaged over each module, as a share of the gain.
    private(set) var difference = Float.infinity
    /// The mean square of the differences in the modules that carry data, as a share of the variance that they show.
    private(set) var unexplained = Float.infinity

    /// Whether the picture shows the symbol.
    var isPassed: Bool { difference <= Self.mostDifference && unexplained <= Self.mostUnexplained }

    /// Whether a picture that was quantised coarsely shows the symbol. It says less than ``isPassed``.
    var isPassedCoarsely: Bool { difference <= Self.mostCoarse && unexplained <= Self.mostCoarse }

    /// Compares.
    ///
    /// - Parameters:
    ///   - plane: The picture.
    ///   - pose: The symbol's place and blur.
    ///   - field: The symbol with all its modules known.
    ///   - data: The indices of the modules that carry data.
    ///   - lattice: Which pixels to compare.
    init(_ plane: LumaPlane, _ pose: BlurPose, _ field: ModuleField, data: [Int], _ lattice: PixelLattice = .all) {
        let model = BlurModel(pose.shape, module: pose.map.moduleSize, dimension: field.dimension)
        var cells = Array(repeating: Cell(), count: field.values.count)
        BlurSamples.each(plane, pose, dimension: field.dimension, lattice) { place, sample in
            let index = field.index(of: place)
            let level = model.level(at: place, field.values.span.bytes, stride: field.stride)
            let seen = pose.level(of: sample, at: place)
            cells[index].difference += seen - level
            cells[index].seen += seen
            cells[index].count += 1
        }
        for index in cells.indices where cells[index].count > 0 {
            cells[index].difference /= cells[index].count
            cells[index].seen /= cells[index].count
        }
        measure(cells.filter { $0.count > 0 }, data.map { cells[$0] }.filter { $0.count > 0 })
    }

    private mutating func measure(_ all: [Cell], _ data: [Cell]) {
        guard !all.isEmpty, !data.isEmpty else { return }
        difference = (all.reduce(0) { $0 + $1.difference * $1.difference } / Float(all.count)).squareRoot()
        let mean = data.reduce(0) { $0 + $1.seen } / Float(data.count)
        let spread = data.reduce(0) { $0 + ($1.seen - mean) * ($1.seen - mean) }
        unexplained = data.reduce(0) { $0 + $1.difference * $1.difference } / max(spread, 1e-6)
    }
}
