// Random numbers that a failing test can be run again with.

import Glibc

/// SplitMix64 (Steele, Lea, Flood 2014): small, fast, and the same on every machine.
///
/// The seed is `DOORCHECK_SEED` where it is set, else a new one; print ``seed`` with every failure.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What to set `DOORCHECK_SEED` to for the same numbers again.
    public let seed: UInt64
    private var state: UInt64

    /// - Parameter seed: Any number; the default is `DOORCHECK_SEED` or a random one.
    public init(seed: UInt64? = nil) {
        let given = getenv("DOORCHECK_SEED").flatMap { UInt64(String(cString: $0)) }
        let chosen = seed ?? given ?? UInt64.random(in: 0 ... .max)
        self.seed = chosen
        self.state = chosen
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Random bytes.
    ///
    /// - Parameter count: How many, 0 or more.
    /// - Returns: `count` bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}
