// Sums and extremes of small squares of pixels.

import CPixels

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
        var (sums, darkest, lightest) = (SIMD8<Int32>(), SIMD8<UInt8>(), SIMD8<UInt8>())
        pixels.extracting(droppingFirst: start).withUnsafeBytes {
            dc_pixels_measure($0.baseAddress, width, &sums, &darkest, &lightest)
        }
        (self.sums, self.darkest, self.lightest) = (sums, darkest, lightest)
    }
}
