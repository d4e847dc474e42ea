// The sensor: converts light to gray levels, with noise.

internal import TicketPrinting

extension Plane {
    /// Returns the gray levels that a camera records.
    ///
    /// The tone curve is a square root, close to sRGB's. Photon noise grows with the square root of the light, so
    /// after that curve it is the same at every gray level.
    ///
    /// - Parameters:
    ///   - noiseSigma: The standard deviation of the noise, in gray levels.
    ///   - generator: The generator for the noise.
    /// - Returns: A gray level per pixel, row by row.
    func exposed(noiseSigma: Double, using generator: inout SplitMix64) -> [UInt8] {
        var noise = [Float](repeating: 0, count: width)
        var luma = [UInt8](repeating: 0, count: width * height)
        var target = luma.mutableSpan
        for y in 0..<height {
            if noiseSigma > 0 {
                for x in 0..<width { noise[x] = generator.nextNormal() * Float(noiseSigma) }
            }
            var row = target._mutatingExtracting(y * width..<(y + 1) * width)
            quantise(light.span.extracting(y * width..<(y + 1) * width), noise.span, into: &row)
        }
        return luma
    }
}

@inline(__always)
@_lifetime(levels: copy levels)
private func quantise(_ light: Span<Float>, _ noise: Span<Float>, into levels: inout MutableSpan<UInt8>) {
    for x in 0..<levels.count {
        let level = light[x].squareRoot() * 255 + noise[x] + 0.5
        levels[x] = UInt8(truncatingIfNeeded: Int32(min(max(level, 0), 255)))
    }
}
