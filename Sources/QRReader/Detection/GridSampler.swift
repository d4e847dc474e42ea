// Reads the grey value of every module from a picture.

/// Samples a symbol's modules; its storage is reused between symbols.
struct GridSampler {
    /// The grey values of the last symbol, row by row; 0 is black and 255 white, as if the symbol were dark on light.
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
        dimension = pose.dimension
        greys.removeAll(keepingCapacity: true)
        let resolution = 1 / plane.scale
        let middle = Vector(Float(dimension), Float(dimension)) / 2
        let module = (pose.map(middle + Vector(1, 0)) - pose.map(middle)).length * resolution
        for row in 0..<dimension {
            for column in 0..<dimension {
                var place = Vector(Float(column), Float(row)) + 0.5
                if let mesh { place += mesh.offset(at: place) }
                let grey =
                    module > 2.2
                    ? Self.mean(around: place, pose.map, plane, resolution)
                    : plane.luma(at: pose.map(place) * resolution)
                greys.append(isInverted ? 255 - grey : grey)
            }
        }
    }

    /// Returns the mean of a module's centre and four places around it.
    private static func mean(
        around place: Vector,
        _ map: Homography,
        _ plane: LumaPlane,
        _ resolution: Float
    ) -> Float {
        let reach: Float = 0.22
        var sum = 2 * plane.luma(at: map(place) * resolution)
        sum += plane.luma(at: map(place + Vector(-reach, -reach)) * resolution)
        sum += plane.luma(at: map(place + Vector(reach, -reach)) * resolution)
        sum += plane.luma(at: map(place + Vector(-reach, reach)) * resolution)
        sum += plane.luma(at: map(place + Vector(reach, reach)) * resolution)
        return sum / 6
    }
}
