// Eight numbers at once, where the standard library examines one after the other.
//
// Swift 6.2, which packages for arm64 are compiled with, also does so where a vector is compared with a number: `.>`
// and its like have vectors on both sides here.

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
    /// Converts integers, which the compiler makes one step of.
    ///
    /// Tricks with the bits of a number are slower: where only some lanes are used, the compiler may leave anything in
    /// the others, and arithmetic takes a hundred times as long if that is the pattern of a number close to 0.
    @inline(__always)
    init(converting i: SIMD8<Int32>) {
        self.init(
            Float(i[0]), Float(i[1]), Float(i[2]), Float(i[3]), Float(i[4]), Float(i[5]), Float(i[6]), Float(i[7]))
    }

    /// The numbers from 0 to 7.
    static var steps: Self { Self(0, 1, 2, 3, 4, 5, 6, 7) }

    /// The numbers without their signs.
    @inline(__always)
    var magnitudes: Self {
        unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Self.self)
    }

    /// The numbers, with 0 in the place of those below 0.
    ///
    /// A comparison can become a loop over the lanes in the middle of a long function.
    @inline(__always)
    var above0: Self {
        let bits = unsafeBitCast(self, to: SIMD8<Int32>.self)
        return unsafeBitCast(bits & ~(bits &>> 31), to: Self.self)
    }

    /// Returns the numbers, none of which is below 0, with the signs of others.
    @inline(__always)
    func withSigns(of others: Self) -> Self {
        let signs = unsafeBitCast(others, to: SIMD8<UInt32>.self) & 0x8000_0000
        return unsafeBitCast(unsafeBitCast(self, to: SIMD8<UInt32>.self) | signs, to: Self.self)
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

extension SIMD8<UInt8> {
    /// Takes the lowest eight bits of each number.
    @inline(__always)
    init(lowest n: SIMD8<UInt32>) {
        @inline(__always)
        func byte(_ lane: Int) -> UInt8 { UInt8(truncatingIfNeeded: n[lane]) }
        self.init(byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6), byte(7))
    }
}
