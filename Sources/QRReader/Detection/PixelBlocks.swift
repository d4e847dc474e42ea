// Sums and extremes of small squares of pixels.

/// Two blocks of 8 × 8 pixels, side by side.
struct PixelBlocks {
    /// The sum of each block's pixels.
    let sums: (left: Int32, right: Int32)
    /// The darkest pixel of each block.
    let darkest: (left: UInt8, right: UInt8)
    /// The lightest pixel of each block.
    let lightest: (left: UInt8, right: UInt8)

    /// The side of a block, in pixels.
    static let side = 8

    /// Measures two neighbouring blocks.
    ///
    /// - Parameters:
    ///   - pixels: A picture.
    ///   - start: The offset of the left block's first pixel.
    ///   - width: The picture's width, at least 16; all eight rows must be complete.
    @inline(__always)
    init(_ pixels: RawSpan, at start: Int, width: Int) {
        precondition(start >= 0 && width >= 16 && start &+ 7 &* width &+ 16 <= pixels.byteCount)
        var (darkest, lightest) = (SIMD16<UInt8>(repeating: .max), SIMD16<UInt8>(repeating: 0))
        var sums = SIMD8<UInt16>()
        var offset = start
        for _ in 0..<Self.side {
            let row = pixels.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
            darkest.replace(with: row, where: row .< darkest)
            lightest.replace(with: row, where: row .> lightest)
            let pairs = unsafeBitCast(row, to: SIMD8<UInt16>.self)
            sums &+= (pairs & 255) &+ (pairs &>> 8)
            offset &+= width
        }
        let pairs = unsafeBitCast(sums, to: SIMD4<UInt32>.self)
        let totals = unsafeBitCast((pairs & 0xFFFF) &+ (pairs &>> 16), to: SIMD2<UInt64>.self)
        let sum = (totals & 0xFFFF_FFFF) &+ (totals &>> 32)
        self.sums = (Int32(truncatingIfNeeded: sum[0]), Int32(truncatingIfNeeded: sum[1]))
        // The darkest pixel is the lightest of the inverse.
        let darks = Self.greatest(~darkest)
        self.darkest = (~darks.left, ~darks.right)
        self.lightest = Self.greatest(lightest)
    }

    /// Returns the greatest of each eight bytes.
    @inline(__always)
    private static func greatest(_ bytes: SIMD16<UInt8>) -> (left: UInt8, right: UInt8) {
        let words = unsafeBitCast(bytes, to: SIMD8<Int16>.self)
        let high = unsafeBitCast(unsafeBitCast(words, to: SIMD8<UInt16>.self) &>> 8, to: SIMD8<Int16>.self)
        var low = words & 255
        low.replace(with: high, where: high .> low)
        let fours = unsafeBitCast(low, to: SIMD2<UInt64>.self)
        return (greatest(ofWords: fours[0]), greatest(ofWords: fours[1]))
    }

    @inline(__always)
    private static func greatest(ofWords words: UInt64) -> UInt8 {
        let upper = max(words &>> 48, words &>> 32 & 0xFFFF)
        let lower = max(words &>> 16 & 0xFFFF, words & 0xFFFF)
        return UInt8(truncatingIfNeeded: max(upper, lower))
    }
}

/// Eight blocks of 8 × 8 pixels, side by side.
struct EightBlocks {
    /// The sum of each block's pixels.
    let sums: SIMD8<Int32>
    /// The darkest pixel of each block.
    let darkest: SIMD8<UInt8>
    /// The lightest pixel of each block.
    let lightest: SIMD8<UInt8>

    /// The number of blocks.
    static let count = 8

    /// Measures eight neighbouring blocks.
    ///
    /// - Parameters:
    ///   - pixels: A picture.
    ///   - start: The offset of the first block's first pixel.
    ///   - width: The picture's width, at least 64; all eight rows must be complete.
    @inline(__always)
    init(_ pixels: RawSpan, at start: Int, width: Int) {
        precondition(start >= 0 && width >= 64 && start &+ 7 &* width &+ 64 <= pixels.byteCount)
        let (a, b) = (Pair(pixels, start, width), Pair(pixels, start &+ 16, width))
        let (c, d) = (Pair(pixels, start &+ 32, width), Pair(pixels, start &+ 48, width))
        let (first, second) = (Self.fours(a.extremes, c.extremes), Self.fours(b.extremes, d.extremes))
        let words = unsafeBitCast(
            (Self.larger(first, first &>> 16) & 0xFFFF) | Self.larger(second, second &>> 16) &<< 16,
            to: SIMD8<UInt16>.self)
        // The left blocks of all pairs come before the right ones.
        let ordered = SIMD8(words[0], words[4], words[1], words[5], words[2], words[6], words[3], words[7])
        let bytes = unsafeBitCast(ordered, to: SIMD16<UInt8>.self)
        (lightest, darkest) = (bytes.evenHalf, ~bytes.oddHalf)
        sums = SIMD8(lowHalf: Self.totals(a.sums, b.sums), highHalf: Self.totals(c.sums, d.sums))
    }

    /// The columns of two neighbouring blocks.
    private struct Pair {
        /// The lightest pixel in each two columns, and in the higher bytes the inverse of the darkest: four numbers
        /// for each block.
        let extremes: SIMD8<UInt16>
        /// The sums of each two columns.
        let sums: SIMD8<UInt16>

        @inline(__always)
        init(_ pixels: RawSpan, _ start: Int, _ width: Int) {
            var (darkest, lightest) = (SIMD16<UInt8>(repeating: .max), SIMD16<UInt8>(repeating: 0))
            var sums = SIMD8<UInt16>()
            var offset = start
            for _ in 0..<PixelBlocks.side {
                let row = pixels.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: SIMD16<UInt8>.self)
                darkest.replace(with: row, where: row .< darkest)
                lightest.replace(with: row, where: row .> lightest)
                let pairs = unsafeBitCast(row, to: SIMD8<UInt16>.self)
                sums &+= (pairs & 255) &+ (pairs &>> 8)
                offset &+= width
            }
            // The darkest pixel is the lightest of the inverse.
            extremes = Self.larger(lightest) | Self.larger(~darkest) &<< 8
            self.sums = sums
        }

        /// Returns the larger byte of each two.
        @inline(__always)
        private static func larger(_ bytes: SIMD16<UInt8>) -> SIMD8<UInt16> {
            let words = unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
            let high = unsafeBitCast(words &>> 8, to: SIMD8<Int16>.self)
            var low = unsafeBitCast(words & 255, to: SIMD8<Int16>.self)
            low.replace(with: high, where: high .> low)
            return unsafeBitCast(low, to: SIMD8<UInt16>.self)
        }
    }

    /// Halves the numbers of each block of two pairs: those of the first pair come before those of the second.
    @inline(__always)
    private static func fours(_ first: SIMD8<UInt16>, _ second: SIMD8<UInt16>) -> SIMD4<UInt32> {
        let (one, two) = (unsafeBitCast(first, to: SIMD4<UInt32>.self), unsafeBitCast(second, to: SIMD4<UInt32>.self))
        return alternate(larger(one, farther(one)), larger(two, farther(two)))
    }

    /// Returns the second of each two numbers as the first.
    @inline(__always)
    private static func farther(_ numbers: SIMD4<UInt32>) -> SIMD4<UInt32> {
        unsafeBitCast(unsafeBitCast(numbers, to: SIMD2<UInt64>.self) &>> 32, to: SIMD4<UInt32>.self)
    }

    /// Returns the first of each two numbers of both, alternately.
    @inline(__always)
    private static func alternate(_ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>) -> SIMD4<UInt32> {
        let (one, two) = (unsafeBitCast(first, to: SIMD2<UInt64>.self), unsafeBitCast(second, to: SIMD2<UInt64>.self))
        return unsafeBitCast((one & 0xFFFF_FFFF) | two &<< 32, to: SIMD4<UInt32>.self)
    }

    /// Returns the larger of each two bytes.
    @inline(__always)
    private static func larger(_ first: SIMD4<UInt32>, _ second: SIMD4<UInt32>) -> SIMD4<UInt32> {
        var bytes = unsafeBitCast(first, to: SIMD16<UInt8>.self)
        let others = unsafeBitCast(second, to: SIMD16<UInt8>.self)
        bytes.replace(with: others, where: others .> bytes)
        return unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
    }

    /// Returns the sums of the four blocks of two pairs.
    @inline(__always)
    private static func totals(_ first: SIMD8<UInt16>, _ second: SIMD8<UInt16>) -> SIMD4<Int32> {
        // No sum exceeds 16 bits, so none overflows into the next.
        let (one, two) = (unsafeBitCast(first, to: SIMD4<UInt32>.self), unsafeBitCast(second, to: SIMD4<UInt32>.self))
        let both = alternate(one &+ farther(one), two &+ farther(two))
        let sums = unsafeBitCast((both & 0xFFFF) &+ (both &>> 16), to: SIMD4<Int32>.self)
        return SIMD4(sums[0], sums[2], sums[1], sums[3])
    }
}
