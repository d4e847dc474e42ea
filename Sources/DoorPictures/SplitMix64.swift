// Random numbers that result in the same picture on every machine.

/// SplitMix64 (Steele, Lea, Flood 2014): a seed determines the sequence.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter seed: Any number.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a normally distributed number with mean 0 and standard deviation 1, within ±4.9.
    ///
    /// The sum of eight random bytes is as close to the normal distribution as a camera's noise, at the cost of one
    /// draw.
    mutating func nextNormal() -> Float {
        let bits = next()
        let pairs = (bits & 0x00FF_00FF_00FF_00FF) &+ ((bits >> 8) & 0x00FF_00FF_00FF_00FF)
        let sum = (pairs &* 0x0001_0001_0001_0001) >> 48
        return (Float(Int32(truncatingIfNeeded: sum)) - 1020) * (1 / 209.0215)
    }
}
