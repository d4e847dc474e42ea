// The loops over pixels: they decide the speed.

/// One row in, one row out, sixteen pixels at a time.
///
/// Spans are checked at their bounds once for every sixteen pixels. The last sixteen of a row may overlap those before,
/// so that no row needs a second loop for its end; a row has sixteen pixels at least, as a symbol has more modules.
enum PixelRow {
    /// How many pixels go at a time.
    static let step = 16

    /// Where the next sixteen pixels begin; the last sixteen end where the row does.
    @inline(__always)
    private static func next(_ x: Int, _ count: Int) -> Int {
        x < count &- step ? min(x &+ step, count &- step) : count
    }

    @inline(__always)
    private static func bytes(_ pixels: RawSpan, _ x: Int) -> SIMD16<UInt8> {
        pixels.unsafeLoadUnaligned(fromByteOffset: x, as: SIMD16<UInt8>.self)
    }

    /// Pixels as numbers that can be added.
    @inline(__always)
    private static func wide(_ pixels: RawSpan, _ x: Int) -> SIMD16<UInt16> {
        SIMD16<UInt16>(truncatingIfNeeded: bytes(pixels, x))
    }

    @inline(__always)
    private static func words(_ values: RawSpan, _ x: Int) -> SIMD16<UInt16> {
        values.unsafeLoadUnaligned(fromByteOffset: 2 &* x, as: SIMD16<UInt16>.self)
    }

    @inline(__always)
    private static func store(_ values: SIMD16<UInt16>, _ output: inout MutableRawSpan, _ x: Int) {
        output.storeBytes(of: SIMD16<UInt8>(truncatingIfNeeded: values), toByteOffset: x, as: SIMD16<UInt8>.self)
    }

    @inline(__always)
    private static func storeWords(_ values: SIMD16<UInt16>, _ output: inout MutableRawSpan, _ x: Int) {
        output.storeBytes(of: values, toByteOffset: 2 &* x, as: SIMD16<UInt16>.self)
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

    /// Adds three rows with the weights 1, 2, 1.
    ///
    /// - Parameters:
    ///   - upper: A row.
    ///   - middle: The row below.
    ///   - lower: The row below that.
    ///   - sums: A number of 16 bits for every pixel.
    static func blend(_ upper: RawSpan, _ middle: RawSpan, _ lower: RawSpan, into sums: inout MutableRawSpan) {
        let count = sums.byteCount / 2
        var x = 0
        while x < count {
            storeWords(wide(upper, x) &+ 2 &* wide(middle, x) &+ wide(lower, x), &sums, x)
            x = next(x, count)
        }
    }

    /// Adds neighbours with the weights 1, 2, 1 and divides by 16.
    ///
    /// - Parameters:
    ///   - sums: Two numbers of 16 bits more than `output` has pixels: one more at either end.
    ///   - output: A row.
    static func blend(_ sums: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        var x = 0
        while x < count {
            store((words(sums, x) &+ 2 &* words(sums, x &+ 1) &+ words(sums, x &+ 2) &+ 8) &>> 4, &output, x)
            x = next(x, count)
        }
    }

    /// Adds a row to sums and takes another from them.
    ///
    /// - Parameters:
    ///   - pixels: The row to add.
    ///   - old: The row to take away.
    ///   - sums: A number of 16 bits for every pixel.
    static func slide(adding pixels: RawSpan, removing old: RawSpan, in sums: inout MutableRawSpan) {
        let count = sums.byteCount / 2
        var x = 0
        // A sum changes once, so here no sixteen may overlap.
        while x &+ step <= count {
            let sum = sums.unsafeLoadUnaligned(fromByteOffset: 2 &* x, as: SIMD16<UInt16>.self)
            storeWords(sum &+ wide(pixels, x) &- wide(old, x), &sums, x)
            x &+= step
        }
        while x < count {
            let sum = sums.unsafeLoadUnaligned(fromByteOffset: 2 &* x, as: UInt16.self)
            let new = UInt16(pixels.unsafeLoad(fromByteOffset: x, as: UInt8.self))
            let gone = UInt16(old.unsafeLoad(fromByteOffset: x, as: UInt8.self))
            sums.storeBytes(of: sum &+ new &- gone, toByteOffset: 2 &* x, as: UInt16.self)
            x &+= 1
        }
    }

    /// Moves every pixel away from the mean of the 5 × 5 around it, by three times the distance and a little.
    ///
    /// - Parameters:
    ///   - pixels: A row.
    ///   - sums: Of five rows, numbers of 16 bits, with two more at either end.
    ///   - output: A row.
    static func sharpen(_ pixels: RawSpan, around sums: RawSpan, into output: inout MutableRawSpan) {
        let (zero, white) = (SIMD16<UInt16>(repeating: 1024), SIMD16<UInt16>(repeating: 255))
        let count = output.byteCount
        var x = 0
        while x < count {
            let outer = words(sums, x) &+ words(sums, x &+ 1) &+ words(sums, x &+ 3) &+ words(sums, x &+ 4)
            // A pixel and 25 / 8 of its distance from the mean, eightfold, and above 0 whatever they are.
            let sharp = (33 &* wide(pixels, x) &+ 8 &* zero &- outer &- words(sums, x &+ 2)) &>> 3
            var level = sharp.replacing(with: zero, where: sharp .< zero) &- zero
            level.replace(with: white, where: level .> white)
            store(level, &output, x)
            x = next(x, count)
        }
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
