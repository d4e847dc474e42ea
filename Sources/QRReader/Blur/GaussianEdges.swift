// The normal distribution at eight places at once.

/// The normal distribution and its density at eight edges of modules.
struct GaussianEdges {
    /// The share of the distribution below each edge, 0 to 1, within 10⁻⁶.
    var below: SIMD8<Float>
    /// The density at each edge, for a standard deviation of 1, within 10⁻⁶.
    var density: SIMD8<Float>

    /// Evaluates the distribution.
    ///
    /// - Parameter z: The edges, in standard deviations from the mean.
    /// - Returns: The distribution at the edges; without meaning for NaN and infinity.
    /// - SeeAlso: Abramowitz, Stegun: Handbook of Mathematical Functions, 7.1.26.
    @inline(never)
    static func at(_ z: SIMD8<Float>) -> GaussianEdges {
        // Inlined, it takes twice as long: the compiler evaluates each edge once for either difference that it is in.
        let distance = z.magnitudes
        let power = Self.decay(0.5 * distance * distance)
        let t = 1 / (1 + (0.3275911 * 0.70710678) * distance)
        var sum = 1.061405429 * t - 1.453152027
        sum = sum * t + 1.421413741
        sum = sum * t - 0.284496736
        sum = (sum * t + 0.254829592) * t
        let inside = 0.5 - 0.5 * sum * power
        return GaussianEdges(below: 0.5 + inside.withSigns(of: z), density: 0.3989422804 * power)
    }

    /// Returns e to the power of minus the numbers, which are 0 or more; almost 0 for those above 80.
    @inline(__always)
    private static func decay(_ number: SIMD8<Float>) -> SIMD8<Float> {
        let exponent = (number - (number - 80).above0) * -1.44269504
        // Adding 1.5 · 2²³ leaves the nearest whole number in the lowest bits, without a checked conversion.
        let shifted = exponent + 12_582_912
        let rest = (exponent - (shifted - 12_582_912)) * 0.69314718
        var power = rest * (1 / 120) + 1 / 24
        power = power * rest + 1 / 6
        power = power * rest + 0.5
        power = power * rest + 1
        power = power * rest + 1
        let bits = (unsafeBitCast(shifted, to: SIMD8<Int32>.self) &- (0x4B40_0000 - 127)) &<< 23
        return power * unsafeBitCast(bits, to: SIMD8<Float>.self)
    }
}
