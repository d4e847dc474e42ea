// Reads the grey value of every module from a picture.

/// Samples a symbol's modules; its storage is reused between symbols.
struct GridSampler {
    /// The grey values of the last symbol, row by row; 0 is black and 255 white, as if the symbol were dark on light.
    /// More values may follow, which mean nothing.
    private(set) var greys: [Float] = []
    private(set) var dimension = 0

    /// Returns the maximum cost of sampling.
    static func work(for pose: SymbolPose) -> Int {
        let places = 5 * pose.dimension * pose.dimension
        return pose.map.bend == nil ? WorkBudget.places(places) : WorkBudget.bentPlaces(places)
    }

    /// Samples a symbol.
    ///
    /// - Parameters:
    ///   - pose: The symbol's pose.
    ///   - mesh: The symbol's displacements, if it is bent.
    ///   - plane: The unsharpened pixels, at a size where a module is 2 to 4.5 pixels wide.
    ///   - isInverted: Whether the symbol is light on dark.
    mutating func sample(_ pose: SymbolPose, mesh: AlignmentMesh?, plane: LumaPlane, isInverted: Bool) {
        let dimension = pose.dimension
        self.dimension = dimension
        let count = dimension * dimension + 7
        if greys.count < count { greys = [Float](repeating: 0, count: count) }
        let resolution = 1 / plane.scale
        let middle = Vector(Float(dimension), Float(dimension)) / 2
        let module = (pose.map(middle + Vector(1, 0)) - pose.map(middle)).length * resolution
        let offsets = module > 2.2 ? Self.five : Self.centre
        var all = greys.mutableSpan
        var output = all.mutableBytes
        for row in 0..<dimension {
            for column in stride(from: 0, to: dimension, by: 8) {
                let x = SIMD8.steps + (Float(column) + 0.5)
                var places = (x: x, y: SIMD8(repeating: Float(row) + 0.5))
                if let mesh { places = Self.displaced(places, by: mesh) }
                let values = Self.greys(x: places.x, y: places.y, pose.map, plane, offsets)
                // What lies beyond the row's end is overwritten by the next row.
                output.storeBytes(
                    of: isInverted ? 255 - values : values, toByteOffset: 4 * (row * dimension + column),
                    as: SIMD8<Float>.self)
            }
        }
    }

    private static func displaced(
        _ places: (x: SIMD8<Float>, y: SIMD8<Float>), by mesh: AlignmentMesh
    ) -> (x: SIMD8<Float>, y: SIMD8<Float>) {
        var result = places
        for lane in 0..<8 {
            let place = Vector(places.x[lane], places.y[lane])
            let moved = place + mesh.offset(at: place)
            (result.x[lane], result.y[lane]) = (moved.x, moved.y)
        }
        return result
    }

    /// Returns the grey values of eight modules.
    ///
    /// - Parameters:
    ///   - x: The modules' centres, in modules.
    ///   - y: The same, downwards.
    ///   - map: The map from modules to the frame.
    ///   - plane: The pixels.
    ///   - offsets: Where to look around a centre, in modules; the centre itself comes first and counts twice.
    /// - Returns: The grey values, 0 to 255.
    private static func greys(
        x: SIMD8<Float>, y: SIMD8<Float>, _ map: Homography, _ plane: LumaPlane, _ offsets: [Vector]
    ) -> SIMD8<Float> {
        let resolution = 1 / plane.scale
        var sum = SIMD8<Float>.zero
        var weight: Float = 2
        for offset in offsets {
            let places = map.places(x: x + offset.x, y: y + offset.y)
            sum += weight * plane.samples(x: places.x * resolution, y: places.y * resolution).luma
            weight = 1
        }
        return sum / Float(offsets.count + 1)
    }

    private static let centre = [Vector(0, 0)]
    /// A module's centre and four places around it.
    private static let five = [
        Vector(0, 0), Vector(-0.22, -0.22), Vector(0.22, -0.22), Vector(-0.22, 0.22), Vector(0.22, 0.22),
    ]
}
