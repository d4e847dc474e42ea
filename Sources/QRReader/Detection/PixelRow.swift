// The inner loops over pixels, which determine the speed.

/// Processes a row into a row, sixteen pixels at a time.
///
/// Each loop checks once that its rows are long enough, then reads and writes unchecked: every load and store lies
/// between the row's first byte and the output's count. The last group of pixels in a row may overlap the one before,
/// so no row needs a second loop for its end; a row therefore has at least sixteen pixels, which is fewer than a
/// symbol's modules.
enum PixelRow {
    /// The number of bytes processed at a time, and the minimum length of a row.
    static let step = 16

    /// Iterates over a row in steps; the last step ends where the row does.
    @inline(__always)
    private static func each(_ count: Int, _ body: (Int) -> Void) {
        var x = 0
        // Two steps per iteration halve the cost of the loop itself.
        while x &+ 2 &* step <= count {
            body(x)
            body(x &+ step)
            x &+= 2 &* step
        }
        while x < count {
            body(min(x, count &- step))
            x &+= step
        }
    }

    @inline(__always)
    private static func bytes(_ pixels: RawSpan, _ x: Int) -> SIMD16<UInt8> {
        pixels.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD16<UInt8>.self)
    }

    /// Returns two neighbouring pixels as the halves of a 16-bit number.
    @inline(__always)
    private static func pairs(_ values: RawSpan, _ x: Int) -> SIMD8<Int16> {
        values.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD8<Int16>.self)
    }

    @inline(__always)
    private static func evens(_ pairs: SIMD8<Int16>) -> SIMD8<Int16> { pairs & 255 }

    @inline(__always)
    private static func odds(_ pairs: SIMD8<Int16>) -> SIMD8<Int16> {
        unsafeBitCast(unsafeBitCast(pairs, to: SIMD8<UInt16>.self) &>> 8, to: SIMD8<Int16>.self)
    }

    /// Computes the means of 2 × 2 pixels.
    ///
    /// - Parameters:
    ///   - upper: At least twice as many pixels as `output`.
    ///   - lower: The row below.
    ///   - output: Half a row.
    @_lifetime(output: copy output)
    static func halve(_ upper: RawSpan, _ lower: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        precondition(count >= step && upper.byteCount >= 2 &* count && lower.byteCount >= 2 &* count)
        each(count) { x in
            let means = SIMD16<UInt8>(
                lowHalf: mean(pairs(upper, 2 &* x), pairs(lower, 2 &* x)),
                highHalf: mean(pairs(upper, 2 &* x &+ step), pairs(lower, 2 &* x &+ step)))
            output.storeBytes(of: means, toUncheckedByteOffset: x, as: SIMD16<UInt8>.self)
        }
    }

    @inline(__always)
    private static func mean(_ above: SIMD8<Int16>, _ below: SIMD8<Int16>) -> SIMD8<UInt8> {
        let sum = evens(above) &+ odds(above) &+ evens(below) &+ odds(below)
        return SIMD8<UInt8>(truncatingIfNeeded: (sum &+ 2) &>> 2)
    }

    /// Returns the mean of two rows' pixels, with halves rounded up or down.
    @inline(__always)
    private static func mean(_ first: SIMD16<UInt8>, _ second: SIMD16<UInt8>, up: Bool) -> SIMD16<UInt8> {
        let half = (first ^ second) &>> 1
        return up ? (first | second) &- half : (first & second) &+ half
    }

    /// Computes the means of three pixels with the weights 1, 2, 1, rounded down once and up once.
    ///
    /// - Parameters:
    ///   - before: The row above, or the same row shifted by one pixel to the right.
    ///   - middle: The row itself; like the other two, with at least as many pixels as `output`.
    ///   - after: The row below, or the same row shifted by one pixel to the left.
    ///   - output: The resulting row.
    @_lifetime(output: copy output)
    static func blend(_ before: RawSpan, _ middle: RawSpan, _ after: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        precondition(
            count >= step && before.byteCount >= count && middle.byteCount >= count && after.byteCount >= count)
        each(count) { x in
            let outer = mean(bytes(before, x), bytes(after, x), up: false)
            output.storeBytes(
                of: mean(outer, bytes(middle, x), up: true), toUncheckedByteOffset: x, as: SIMD16<UInt8>.self)
        }
    }

    /// Adds a row to column sums and subtracts another.
    ///
    /// Even and odd columns are kept separately, so widening a pixel to 16 bits needs no shuffling.
    ///
    /// - Parameters:
    ///   - entering: The row to add, with a multiple of ``step`` pixels.
    ///   - leaving: The row to subtract, with as many pixels.
    ///   - sums: 16-bit sums: of the even columns with one more at either end, then of the odd columns likewise.
    @_lifetime(sums: copy sums)
    static func slide(adding entering: RawSpan, removing leaving: RawSpan, sums: inout MutableRawSpan) {
        let count = entering.byteCount
        precondition(count % step == 0 && leaving.byteCount == count && sums.byteCount == 2 * (count + 4))
        each(count) { x in
            func add(_ change: SIMD8<Int16>, at x: Int) {
                let sum = sums.unsafeLoadUnaligned(fromUncheckedByteOffset: x, as: SIMD8<Int16>.self)
                sums.storeBytes(of: sum &+ change, toUncheckedByteOffset: x, as: SIMD8<Int16>.self)
            }
            let (new, old) = (pairs(entering, x), pairs(leaving, x))
            add(evens(new) &- evens(old), at: x &+ 2)
            add(odds(new) &- odds(old), at: x &+ count &+ 6)
        }
    }

    /// Moves every pixel away from the mean of its 5 × 5 neighbourhood, by slightly more than three times the
    /// distance.
    ///
    /// - Parameters:
    ///   - pixels: A row with an even number of pixels.
    ///   - sums: The column sums of the five rows around it, in the layout of ``slide(adding:removing:sums:)``.
    ///   - output: The resulting row.
    @_lifetime(output: copy output)
    static func sharpen(_ pixels: RawSpan, sums: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        let odd = sums.byteCount / 2
        precondition(count >= step && count % 2 == 0 && pixels.byteCount >= count && odd >= count + 4)
        each(count) { x in
            let (first, last) = (pairs(sums, x), pairs(sums, odd &+ x &+ 4))
            let inner =
                pairs(sums, odd &+ x) &+ pairs(sums, x &+ 2) &+ pairs(sums, odd &+ x &+ 2) &+ pairs(sums, x &+ 4)
            let row = pairs(pixels, x)
            let values = sharp(evens(row), around: inner &+ first) | sharp(odds(row), around: inner &+ last) &<< 8
            output.storeBytes(of: values, toUncheckedByteOffset: x, as: SIMD8<Int16>.self)
        }
    }

    /// Returns the pixels plus 25 / 8 of their distances from the means.
    @inline(__always)
    private static func sharp(_ pixels: SIMD8<Int16>, around sums: SIMD8<Int16>) -> SIMD8<Int16> {
        let eightfold = 33 &* pixels &- sums
        let white = SIMD8<Int16>(repeating: 8 * 255)
        let limited = eightfold.replacing(with: white, where: eightfold .> white)
        // The repeated sign is all ones for values below black.
        return (limited & ~(limited &>> 15)) &>> 3
    }

    /// Computes a bit for each pixel: 1 if it is dark, 0 if it is light or beyond the row's end.
    ///
    /// - Parameters:
    ///   - pixels: A row, or part of one.
    ///   - limits: The thresholds, one per pixel; pixels below them are dark.
    ///   - output: Words of 64 pixels, the first pixel lowest.
    @_lifetime(output: copy output)
    static func darkness(_ pixels: RawSpan, below limits: RawSpan, into output: inout MutableSpan<UInt64>) {
        let count = pixels.byteCount
        precondition(count >= step && limits.byteCount >= count && output.count == (count + 63) / 64)
        for word in 0..<count / 64 {
            let x = 64 &* word
            let low = darkness(pixels, limits, x) | darkness(pixels, limits, x &+ step) &<< 16
            let high = darkness(pixels, limits, x &+ 2 &* step) | darkness(pixels, limits, x &+ 3 &* step) &<< 16
            output[unchecked: word] = low | high &<< 32
        }
        guard count % 64 > 0 else { return }
        var last: UInt64 = 0
        for x in stride(from: count / 64 * 64, to: count, by: step) {
            let start = min(x, count &- step)
            last |= (darkness(pixels, limits, start) &>> UInt64(x &- start)) &<< UInt64(x % 64)
        }
        output[count / 64] = last
    }

    /// Returns the bits of sixteen pixels.
    @inline(__always)
    private static func darkness(_ pixels: RawSpan, _ limits: RawSpan, _ x: Int) -> UInt64 {
        let (light, dark) = (SIMD16<UInt8>(repeating: 0), SIMD16<UInt8>(repeating: 1))
        let values = light.replacing(with: dark, where: bytes(pixels, x) .< bytes(limits, x))
        let halves = unsafeBitCast(values, to: SIMD2<UInt64>.self)
        // The product's highest byte gathers the lowest bits of the eight bytes.
        let gather: UInt64 = 0x0102_0408_1020_4080
        return (halves[0] &* gather) &>> 56 | (halves[1] &* gather) &>> 48 & 0xFF00
    }
}
