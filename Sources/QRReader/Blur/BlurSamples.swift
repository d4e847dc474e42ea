// The pixels that a blurred symbol is fitted to.

internal import Glibc

/// Pixels of a picture in and around a symbol.
struct BlurSamples {
    /// A pixel.
    struct Sample {
        /// Its centre, in pixels.
        var place: Vector
        /// Its luma, 0 to 255.
        var luma: Float
    }

    /// The share of a pixel's blur that must lie on known modules.
    private static let knownShare: Float = 0.97
    /// How far outside the symbol pixels are used, in modules.
    static let outside: Float = 1.5

    /// The most pixels in the box around a symbol, whose modules are at most 4.5 pixels wide; a wrong pose may cover
    /// the whole picture.
    private static let mostPixels = 400_000
    /// The pixels examined for each one that is kept.
    static let triesPerSample = 4

    /// For each value of a pixel, the luma.
    private static let plain = (0..<256).map(Float.init)
    /// For each value of a pixel, the light that gave it, as a camera encodes it for a screen; 255 is white.
    private static let linear = (0..<256).map { 255 * powf(Float($0) / 255, 2.2) }

    private(set) var all: [Sample] = []
    /// The pixels whose blur was predicted in order to choose those.
    private(set) var tried = 0

    /// Calls a closure with each pixel in and around a symbol.
    ///
    /// - Parameters:
    ///   - plane: The picture.
    ///   - pose: The symbol's place.
    ///   - dimension: Modules per side.
    ///   - lattice: Which pixels to take.
    ///   - body: Gets a pixel's place among the modules, and the pixel.
    static func each(
        _ plane: LumaPlane, _ pose: BlurPose, dimension: Int, _ lattice: PixelLattice = .all,
        _ body: (ModuleMap.Place, Sample) -> Void
    ) {
        let map = pose.map
        let tone = pose.isLinear ? linear : plain
        let side = Float(dimension) + outside
        let corners = [
            map.pixel(u: -outside, v: -outside), map.pixel(u: side, v: -outside), map.pixel(u: side, v: side),
            map.pixel(u: -outside, v: side),
        ]
        let columns = range(corners.map(\.x), limit: plane.width)
        let rows = range(corners.map(\.y), limit: plane.height)
        guard columns.count * rows.count <= mostPixels else { return }
        for y in rows {
            for x in columns where lattice.contains(x: x, y: y) {
                let pixel = Vector(Float(x), Float(y)) + 0.5
                let place = map.place(of: pixel)
                guard place.inverse > 0, place.u > -outside, place.v > -outside, place.u < side, place.v < side else {
                    continue
                }
                body(place, Sample(place: pixel, luma: tone[Int(plane.pixels[y * plane.width + x])]))
            }
        }
    }

    private static func range(_ coordinates: [Float], limit: Int) -> Range<Int> {
        guard coordinates.allSatisfy(\.isFinite) else { return 0..<0 }
        let least = max(coordinates.min() ?? 0, 0)
        let most = min(coordinates.max() ?? 0, Float(limit))
        guard least < most else { return 0..<0 }
        return Int(least)..<min(Int(most) + 1, limit)
    }

    /// Takes the pixels that see almost nothing but known modules.
    ///
    /// - Parameters:
    ///   - plane: The picture.
    ///   - pose: The symbol's place and blur.
    ///   - field: The modules.
    ///   - onlyCorners: Whether to take only pixels at the finder patterns.
    ///   - limit: The number of pixels to keep, evenly.
    ///   - tries: The pixels examined for each one that is kept.
    mutating func take(
        _ plane: LumaPlane, _ pose: BlurPose, _ field: ModuleField, onlyCorners: Bool, limit: Int,
        tries: Int = triesPerSample
    ) {
        all.removeAll(keepingCapacity: true)
        let model = BlurModel(pose.shape, module: pose.map.moduleSize, dimension: field.dimension)
        let known = field.known.span.bytes
        let far = Float(field.dimension - 9)
        var near: [(place: ModuleMap.Place, sample: Sample)] = []
        Self.each(plane, pose, dimension: field.dimension) { place, sample in
            if onlyCorners {
                guard place.u < 9 || place.v < 9, place.u < 9 || place.u > far, place.v < 9 || place.v > far else {
                    return
                }
            }
            // A pixel in an unknown module sees too much of it.
            guard field.known[field.index(of: place)] > 0 else { return }
            near.append((place, sample))
        }
        var taken: [Sample] = []
        let step = max(1, near.count / (tries * limit))
        for index in Swift.stride(from: 0, to: near.count, by: step)
        where model.level(at: near[index].place, known, stride: field.stride) >= Self.knownShare {
            taken.append(near[index].sample)
        }
        tried = (near.count + step - 1) / step
        let count = min(limit, taken.count)
        for index in 0..<count { all.append(taken[index * taken.count / count]) }
    }

    /// Converts the pixels, taken as the picture has them, to light.
    mutating func convertToLight() {
        for index in all.indices { all[index].luma = Self.linear[Int(all[index].luma)] }
    }
}
