// The object held in front of the camera, drawn flat before it is rotated and tilted.

/// A flat drawing on a grid of texels, four to a module; each texel has a reflectance or is transparent.
struct Artwork {
    /// Texels per module: enough for text and round corners, and an integer so that modules stay exact.
    static let texelsPerModule = 4
    /// The value of a texel outside the object.
    static let clear: Float = -1

    /// The width in texels.
    let width: Int
    /// The height in texels.
    let height: Int
    /// The horizontal position of the code's centre, in texels from the left.
    var centreX: Double
    /// The vertical position of the code's centre, in texels from the top.
    var centreY: Double
    /// The reflectances: 0 is ink, 1 is white paper in full light, ``clear`` is nothing.
    private(set) var texels: [Float]

    /// Creates an empty drawing with its code in the centre.
    ///
    /// - Parameters:
    ///   - width: The width in modules, rounded up.
    ///   - height: The height in modules, rounded up.
    init(width: Double, height: Double) {
        self.width = Int(width.rounded(.up)) * Self.texelsPerModule
        self.height = Int(height.rounded(.up)) * Self.texelsPerModule
        centreX = Double(self.width) / 2
        centreY = Double(self.height) / 2
        texels = [Float](repeating: Self.clear, count: self.width * self.height)
    }

    /// Fills a rectangle with round corners; all lengths are in modules from the top left, clipped at the edges.
    mutating func fill(
        x: Double, y: Double, width: Double, height: Double, corner: Double = 0, with value: Float
    ) {
        let scale = Double(Self.texelsPerModule)
        let (left, top) = (x * scale, y * scale)
        let (right, bottom) = (left + width * scale, top + height * scale)
        let radius = corner * scale
        for row in clamped(top, to: self.height)..<max(clamped(bottom, to: self.height), clamped(top, to: self.height))
        {
            // The depth to which the round corner cuts into this row.
            let depth = max(top + radius - Double(row) - 0.5, Double(row) + 0.5 - bottom + radius, 0)
            let inset = radius - (max(radius * radius - depth * depth, 0)).squareRoot()
            let first = clamped(left + inset, to: self.width)
            let last = clamped(right - inset, to: self.width)
            for column in first..<max(first, last) { texels[row * self.width + column] = value }
        }
    }

    /// Draws `pattern` with its top left corner at `x`, `y`, in modules.
    mutating func draw(_ pattern: CodePattern, x: Double, y: Double, dark: Float, light: Float) {
        let scale = Double(Self.texelsPerModule)
        let (left, top) = (Int(x * scale), Int(y * scale))
        let columns = Int((pattern.modules * scale).rounded())
        let rows = Int((pattern.moduleRows * scale).rounded())
        for row in 0..<rows where (0..<height).contains(top + row) {
            let cellRow = row * pattern.rows / rows
            for column in 0..<columns where (0..<width).contains(left + column) {
                let share = pattern.cells[cellRow * pattern.columns + column * pattern.columns / columns]
                texels[(top + row) * width + left + column] = dark + share * (light - dark)
            }
        }
    }

    /// Draws a line of made-up letters; lengths are in modules, and a stroke is two texels wide, as in small print.
    mutating func write(
        x: Double, y: Double, width: Double, height: Double, with value: Float, using generator: inout SplitMix64
    ) {
        let stroke = height / 5
        var at = x
        while at + 3 * stroke <= x + width {
            if Int.random(in: 0..<6, using: &generator) > 0 {
                for _ in 0..<4 {
                    let upright = Bool.random(using: &generator)
                    let column = Double(Int.random(in: 0..<3, using: &generator)) * stroke
                    let row = Double(Int.random(in: 0..<5, using: &generator)) * stroke
                    fill(
                        x: at + (upright ? column : 0), y: y + (upright ? 0 : row),
                        width: upright ? stroke : 3 * stroke, height: upright ? height : stroke, with: value)
                }
            }
            at += 4 * stroke
        }
    }

    private func clamped(_ texel: Double, to limit: Int) -> Int {
        min(max(Int(texel.rounded()), 0), limit)
    }
}
