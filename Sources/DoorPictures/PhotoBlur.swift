// Blurs real photographs.

internal import Glibc
public import TicketPrinting

/// A blur that is added to a sharp picture, in light.
public enum PhotoBlur: String, CaseIterable, Sendable {
    /// A disc; the amount is its diameter.
    case outOfFocus = "out of focus"
    /// A straight, uniform movement; the amount is its length.
    case motion = "straight motion"
    /// A hand's path, whose velocity wanders as in G. Boracchi and A. Foi, "Modeling the Performance of Image
    /// Restoration From Motion Blur", 2012; the amount is the distance between its farthest places.
    case shake = "hand shake"
    /// A movement to the side while a sensor exposes its rows one after the other, all within two exposures; the amount
    /// is its length during one exposure.
    case rollingShutter = "rolling shutter"
}

extension GrayPicture {
    /// Returns this picture as a camera would take it that blurs.
    ///
    /// - Parameters:
    ///   - blur: The kind of blur.
    ///   - pixels: Its amount in pixels, 0 to 100.
    ///   - noiseSigma: The standard deviation of the sensor's noise, in gray levels.
    ///   - generator: The generator for directions, paths and noise.
    /// - Returns: A picture of the same size.
    /// - Throws: `PrintingError`; never for a picture that exists.
    public func blurred(
        by blur: PhotoBlur, pixels: Double, noiseSigma: Double, using generator: inout SplitMix64
    ) throws(PrintingError) -> GrayPicture {
        // The sensor's tone curve is a square root.
        var plane = Plane(width: width, height: height, light: 0)
        for index in luma.indices {
            let level = Float(luma[index]) / 255
            plane.light[index] = level * level
        }
        if blur == .rollingShutter { plane = plane.skewed(by: 2 * pixels) }
        let kernel =
            switch blur {
            case .outOfFocus: Kernel.disc(radius: pixels / 2)
            case .motion: Kernel.motion(pixels: pixels, degrees: .random(in: 0..<180, using: &generator))
            case .shake: Kernel.shake(pixels: pixels, using: &generator)
            case .rollingShutter: Kernel.motion(pixels: pixels, degrees: 0)
            }
        let exposed = plane.blurred(by: kernel).exposed(noiseSigma: noiseSigma, using: &generator)
        return try GrayPicture(width: width, height: height, luma: exposed)
    }
}

extension Plane {
    /// Moves each row to the right, none at the top and by this many pixels at the bottom.
    fileprivate func skewed(by pixels: Double) -> Plane {
        var result = self
        for y in 0..<height {
            let shift = Float(pixels) * Float(y) / Float(height)
            for x in 0..<width {
                let place = min(max(Float(x) - shift, 0), Float(width - 1))
                let (left, right) = (Int(place), min(Int(place) + 1, width - 1))
                let share = place - Float(left)
                result.light[y * width + x] = light[y * width + left] * (1 - share) + light[y * width + right] * share
            }
        }
        return result
    }
}

extension Kernel {
    /// Returns the kernel of a path whose velocity wanders, with its farthest places this many pixels apart.
    fileprivate static func shake(pixels: Double, using generator: inout SplitMix64) -> Kernel {
        let angle = Double.random(in: 0..<(2 * .pi), using: &generator)
        var (x, y, right, down) = (0.0, 0.0, cos(angle), sin(angle))
        var places: [(x: Double, y: Double)] = []
        for _ in 0..<200 {
            places.append((x, y))
            right += 0.12 * Double(generator.nextNormal()) - 0.0002 * x
            down += 0.12 * Double(generator.nextNormal()) - 0.0002 * y
            let speed = max(hypot(right, down), 1e-6)
            (right, down) = (right / speed, down / speed)
            (x, y) = (x + right, y + down)
        }
        var farthest = 1.0
        for place in places {
            for other in places { farthest = max(farthest, hypot(place.x - other.x, place.y - other.y)) }
        }
        let middle = (
            x: places.reduce(0) { $0 + $1.x } / Double(places.count),
            y: places.reduce(0) { $0 + $1.y } / Double(places.count)
        )
        let scale = pixels / farthest
        return path(places.map { (($0.x - middle.x) * scale, ($0.y - middle.y) * scale) })
    }
}
