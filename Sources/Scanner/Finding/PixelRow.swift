// The loops over pixels: they decide the speed.

/// One row in, one row out, sixteen pixels at a time.
///
/// Spans are checked at their bounds once for every sixteen pixels. The last sixteen of a row may overlap those before,
/// so that no row needs a second loop for its end; a row has sixteen pixels at least, as a symbol has more modules. To be
/// sharpened, it has 34.
enum PixelRow {
    /// How many pixels go at a time.
    static let step = 16
    /// How many bytes go at a time to sharpen a picture.
    static let wideStep = 32

    /// Where the next pixels begin; the last ones end where the row does.
    @inline(__always)
    private static func next(_ x: Int, _ count: Int, step: Int = step) -> Int {
        x < count &- step ? min(x &+ step, count &- step) : count
    }

    @inline(__always)
    private static func bytes(_ pixels: RawSpan, _ x: Int) -> SIMD16<UInt8> {
        pixels.unsafeLoadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    private static func words(_ values: RawSpan, _ x: Int) -> SIMD16<UInt16> {
        values.unsafeLoadUnaligned(fromByteOffset: 2 &* x, as: SIMD16<UInt16>.self)
    }

    @inline(__always)
    private static func store(_ values: SIMD16<UInt16>, _ output: inout MutableRawSpan, _ x: Int) {
        output.storeBytes(of: SIMD16<UInt8>(truncatingIfNeeded: values), toByteOffset: x, as: SIMD16<UInt8>.self)
    }

    /// The means of 2 × 2 pixels.
    ///
    /// - Parameters:
    ///   - upper: At least twice as many pixels as `output`.
    ///   - lower: The row below.
    ///   - output: Half a row.
    static func halve(_ upper: RawSpan, _ lower: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        var x = 0
        while x < count {
            // Two neighbours are the two halves of a number of 16 bits, in whichever order.
            let (above, below) = (words(upper, x), words(lower, x))
            let sum = (above & 255) &+ (above &>> 8) &+ (below & 255) &+ (below &>> 8)
            store((sum &+ 2) &>> 2, &output, x)
            x = next(x, count)
        }
    }

    /// The mean of two rows' pixels, half steps up or down.
    @inline(__always)
    private static func mean(_ first: SIMD16<UInt8>, _ second: SIMD16<UInt8>, up: Bool) -> SIMD16<UInt8> {
        let half = (first ^ second) &>> 1
        return up ? (first | second) &- half : (first & second) &+ half
    }

    /// The means of three pixels with the weights 1, 2, 1, rounded down once and up once.
    ///
    /// - Parameters:
    ///   - before: The rows above, or the same row from one pixel earlier on.
    ///   - middle: As many pixels as `output`, as the other two.
    ///   - after: The row below, or the same row from one pixel later on.
    ///   - output: A row.
    static func blend(_ before: RawSpan, _ middle: RawSpan, _ after: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        var x = 0
        while x < count {
            let outer = mean(bytes(before, x), bytes(after, x), up: false)
            output.storeBytes(
                of: mean(outer, bytes(middle, x), up: true), toByteOffset: x, as: SIMD16<UInt8>.self)
            x = next(x, count)
        }
    }

    /// Adds five rows' even or odd columns; as the two are apart, no pixel needs to be moved to become a number.
    ///
    /// - Parameters:
    ///   - rows: Where they begin.
    ///   - pixels: The picture.
    ///   - odds: Which columns.
    ///   - sums: Gets numbers of 16 bits, one for every other column.
    @inline(__always)
    static func add(
        _ rows: InlineArray<5, Int>, of pixels: RawSpan, odds: Bool, into sums: inout MutableRawSpan
    ) {
        let count = sums.byteCount
        var x = 0
        while x < count {
            var sum = SIMD16<UInt16>()
            for row in rows.indices {
                let pairs = pixels.unsafeLoadUnaligned(fromByteOffset: rows[row] &+ x, as: SIMD16<UInt16>.self)
                sum &+= odds ? pairs &>> 8 : pairs & 255
            }
            sums.storeBytes(of: sum, toByteOffset: x, as: SIMD16<UInt16>.self)
            x = next(x, count, step: wideStep)
        }
    }

    /// Moves every pixel away from the mean of the 5 × 5 around it, by three times the distance and a little.
    ///
    /// - Parameters:
    ///   - pixels: A row of an even count.
    ///   - evens: Of five rows' even columns, numbers of 16 bits, with one more at either end.
    ///   - odds: The same of the odd columns.
    ///   - output: A row.
    static func sharpen(
        _ pixels: RawSpan, evens: RawSpan, odds: RawSpan, into output: inout MutableRawSpan
    ) {
        let count = output.byteCount
        var x = 0
        while x < count {
            func sum(_ columns: RawSpan, _ pair: Int) -> SIMD16<UInt16> {
                columns.unsafeLoadUnaligned(fromByteOffset: x &+ 2 &* pair, as: SIMD16<UInt16>.self)
            }
            let inner = sum(odds, 0) &+ sum(evens, 1) &+ sum(odds, 1) &+ sum(evens, 2)
            let pairs = pixels.unsafeLoadUnaligned(fromByteOffset: x, as: SIMD16<UInt16>.self)
            let even = sharp(pairs & 255, around: inner &+ sum(evens, 0))
            let odd = sharp(pairs &>> 8, around: inner &+ sum(odds, 2))
            output.storeBytes(of: even | odd &<< 8, toByteOffset: x, as: SIMD16<UInt16>.self)
            x = next(x, count, step: wideStep)
        }
    }

    /// Pixels and 25 / 8 of their distances from the means.
    @inline(__always)
    private static func sharp(_ pixels: SIMD16<UInt16>, around sums: SIMD16<UInt16>) -> SIMD16<UInt16> {
        let (zero, white) = (SIMD16<UInt16>(repeating: 1024), SIMD16<UInt16>(repeating: 255))
        // Eightfold, and above 0 whatever the pixels are.
        let level = (33 &* pixels &+ 8 &* zero &- sums) &>> 3
        let positive = level.replacing(with: zero, where: level .< zero) &- zero
        return positive.replacing(with: white, where: positive .> white)
    }

    /// 1 where a pixel is dark, 0 where it is light.
    ///
    /// - Parameters:
    ///   - pixels: A row, or part of one.
    ///   - limits: Pixels below are dark; as many as pixels.
    ///   - output: As many.
    static func darkness(_ pixels: RawSpan, below limits: RawSpan, into output: inout MutableRawSpan) {
        let (light, dark) = (SIMD16<UInt8>(repeating: 0), SIMD16<UInt8>(repeating: 1))
        let count = output.byteCount
        var x = 0
        while x < count {
            let values = light.replacing(with: dark, where: bytes(pixels, x) .< bytes(limits, x))
            output.storeBytes(of: values, toByteOffset: x, as: SIMD16<UInt8>.self)
            x = next(x, count)
        }
    }
}
