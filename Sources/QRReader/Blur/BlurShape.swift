// What a point of a blurred picture is spread over.

internal import Glibc

/// A point spread function: a Gaussian, along a straight line or over a disc.
struct BlurShape {
    /// Over what the Gaussian is moved.
    enum Family {
        case still
        case motion
        case disc
    }

    var family: Family
    /// The standard deviation of the Gaussian in pixels, without the pixel's own width.
    var sigma: Float
    /// For motion, the way from its beginning to its end, in pixels; for a disc, its radius as the first component.
    var extent = Vector()

    /// The variance of a pixel's own width, in pixels².
    static let pixelVariance: Float = 1 / 12
    /// The longest distance between the places of a motion, in modules.
    private static let motionStep: Float = 0.35
    /// The places of a disc, each with the same share of its area: of a small one, and of one wider than a module.
    private static let discPlaces = (small: 11, large: 19)

    /// The least reach that makes a way or a disc differ from a Gaussian, in modules.
    private static let leastReach: Float = 0.3

    /// The standard deviation of the Gaussian with the pixel's own width, in pixels.
    var totalSigma: Float { (sigma * sigma + Self.pixelVariance).squareRoot() }

    /// The number of components of ``extent`` that are in use.
    var extents: Int {
        switch family {
        case .still: 0
        case .motion: 2
        case .disc: 1
        }
    }

    /// The farthest that a place lies from the middle, in pixels.
    var reach: Float {
        switch family {
        case .still: 0
        case .motion: extent.length / 2
        case .disc: abs(extent.x)
        }
    }

    /// Returns the places over which the Gaussian is moved, all with the same weight.
    ///
    /// - Parameter module: The width of a module in pixels.
    /// - Returns: For a motion, its shares of the way from -0.5 to 0.5 as the first component; for a disc, places in
    ///   one with a radius of 1.
    func places(module: Float) -> [Vector] {
        switch family {
        case .still: return [Vector()]
        case .motion:
            let steps = extent.length / (Self.motionStep * max(module, 0.5))
            let count = steps < 23 ? max(3, Int(steps) + 1) : 24
            return (0..<count).map { Vector((Float($0) + 0.5) / Float(count) - 0.5, 0) }
        case .disc:
            // Vogel's spiral: equal areas, and no direction preferred.
            let count = abs(extent.x) < 1.2 * module ? Self.discPlaces.small : Self.discPlaces.large
            return (0..<count).map { index in
                let distance = ((Float(index) + 0.5) / Float(count)).squareRoot()
                let angle = Float(index) * 2.3999632
                return Vector(cosine(angle), cosine(angle - .pi / 2)) * distance
            }
        }
    }

    /// Returns where a place lies, in pixels from the middle.
    @inline(__always)
    func offset(_ place: Vector) -> Vector {
        family == .disc ? place * extent.x : extent * place.x
    }

    /// Replaces a way or a disc so small that it looks like a Gaussian.
    ///
    /// - Parameter module: The width of a module in pixels.
    /// - Returns: The Gaussian that blurs as much; the same blur if its reach is 0.3 modules or more.
    func simplified(module: Float) -> BlurShape {
        guard family != .still, reach < Self.leastReach * module else { return self }
        // The mean variance along both axes.
        let variance = family == .disc ? reach * reach / 4 : reach * reach / 6
        return BlurShape(family: .still, sigma: (sigma * sigma + variance).squareRoot())
    }

    /// Converts a blur whose lengths are in modules to pixels.
    ///
    /// - Parameter map: The symbol's place.
    /// - Returns: The blur in pixels.
    func inPixels(_ map: ModuleMap) -> BlurShape {
        let (module, origin) = (map.moduleSize, map.pixel(u: 0, v: 0))
        let (across, down) = (map.pixel(u: 1, v: 0) - origin, map.pixel(u: 0, v: 1) - origin)
        let extent = family == .disc ? extent * module : across * extent.x + down * extent.y
        return BlurShape(family: family, sigma: sigma * module, extent: extent)
    }
}
