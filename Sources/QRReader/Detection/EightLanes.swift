// Eight numbers at once, where the standard library examines one after the other.

extension SIMDMask<SIMD8<Int32>> {
    /// Whether the answer is yes in any lane.
    @inline(__always)
    var isAny: Bool {
        let pairs = unsafeBitCast(self, to: SIMD4<UInt64>.self)
        let halves = pairs.lowHalf | pairs.highHalf
        return halves[0] | halves[1] != 0
    }

    /// The lanes where the answer is yes, the first as the lowest bit.
    @inline(__always)
    var bits: UInt8 {
        let each = unsafeBitCast(self, to: SIMD8<UInt32>.self) & SIMD8(1, 2, 4, 8, 16, 32, 64, 128)
        let fours = each.lowHalf | each.highHalf
        let pairs = fours.lowHalf | fours.highHalf
        return UInt8(truncatingIfNeeded: pairs[0] | pairs[1])
    }
}

extension SIMD8<Float> {
    /// Converts integers.
    ///
    /// - Parameter integers: 0 to 2³¹ - 1.
    @inline(__always)
    init(converting integers: SIMD8<Int32>) {
        self = Self(convertingSmall: integers &>> 12) * 4096 + Self(convertingSmall: integers & 0xFFF)
    }

    /// Converts small integers.
    ///
    /// - Parameter integers: 0 to 2²³ - 1.
    @inline(__always)
    init(convertingSmall integers: SIMD8<Int32>) {
        // The significand of 2²³ is 0, so a smaller integer takes the place of its lowest bits.
        self = unsafeBitCast(integers | 0x4B00_0000, to: Self.self) - 8_388_608
    }

    /// The numbers without their signs.
    @inline(__always)
    var magnitudes: Self {
        unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Self.self)
    }

    /// The largest number.
    @inline(__always)
    var largest: Float {
        let fours = lowHalf.replacing(with: highHalf, where: lowHalf .< highHalf)
        let (low, high) = (fours.lowHalf, fours.highHalf)
        let pairs = low.replacing(with: high, where: low .< high)
        return Swift.max(pairs[0], pairs[1])
    }
}
