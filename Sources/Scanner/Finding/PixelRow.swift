// The loops over pixels: they decide the speed.

/// One row in, one row out.
///
/// Spans are checked at their bounds; wrapping operators and equal counts let the compiler do 16 or 32 pixels at
/// a time all the same.
enum PixelRow {
    /// The means of 2 × 2 pixels.
    ///
    /// - Parameters:
    ///   - upper: At least twice as many pixels as `output`.
    ///   - lower: The row below.
    ///   - output: Half a row.
    static func halve(_ upper: Span<UInt8>, _ lower: Span<UInt8>, into output: inout MutableSpan<UInt8>) {
        let upper = upper.extracting(0..<2 * output.count)
        let lower = lower.extracting(0..<2 * output.count)
        for x in output.indices {
            let sum =
                UInt16(upper[2 &* x]) &+ UInt16(upper[2 &* x &+ 1])
                &+ UInt16(lower[2 &* x]) &+ UInt16(lower[2 &* x &+ 1])
            output[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
        }
    }

    /// Adds three rows with the weights 1, 2, 1.
    static func blend(
        _ upper: Span<UInt8>,
        _ middle: Span<UInt8>,
        _ lower: Span<UInt8>,
        into output: inout MutableSpan<UInt16>
    ) {
        for x in output.indices {
            output[x] = UInt16(upper[x]) &+ 2 &* UInt16(middle[x]) &+ UInt16(lower[x])
        }
    }

    /// Adds neighbours with the weights 1, 2, 1 and divides by 16.
    ///
    /// - Parameters:
    ///   - sums: Two values more than `output`: one more at either end.
    ///   - output: A row.
    static func blend(_ sums: Span<UInt16>, into output: inout MutableSpan<UInt8>) {
        let count = output.count
        let left = sums.extracting(0..<count)
        let centre = sums.extracting(1..<count + 1)
        let right = sums.extracting(2..<count + 2)
        for x in output.indices {
            output[x] = UInt8(truncatingIfNeeded: (left[x] &+ 2 &* centre[x] &+ right[x] &+ 8) >> 4)
        }
    }

    /// Sets sums to a row's pixels.
    static func copy(_ pixels: Span<UInt8>, into sums: inout MutableSpan<UInt16>) {
        for x in sums.indices { sums[x] = UInt16(pixels[x]) }
    }

    /// Adds a row to sums.
    static func add(_ pixels: Span<UInt8>, to sums: inout MutableSpan<UInt16>) {
        for x in sums.indices { sums[x] &+= UInt16(pixels[x]) }
    }

    /// Adds a row to sums.
    static func add(_ pixels: Span<UInt8>, to sums: inout MutableSpan<Int32>) {
        for x in sums.indices { sums[x] &+= Int32(pixels[x]) }
    }

    /// Adds sums to sums.
    static func add(_ values: Span<Int32>, to sums: inout MutableSpan<Int32>) {
        for x in sums.indices { sums[x] &+= values[x] }
    }

    /// Keeps the lesser of each pair.
    static func keepDarkest(_ pixels: Span<UInt8>, in darkest: inout MutableSpan<UInt8>) {
        for x in darkest.indices { darkest[x] = min(darkest[x], pixels[x]) }
    }

    /// Keeps the greater of each pair.
    static func keepLightest(_ pixels: Span<UInt8>, in lightest: inout MutableSpan<UInt8>) {
        for x in lightest.indices { lightest[x] = max(lightest[x], pixels[x]) }
    }

    /// Moves every pixel away from the mean of the 5 × 5 around it, by three times the distance.
    ///
    /// - Parameters:
    ///   - pixels: A row.
    ///   - sums: Of five rows, with two values more at either end.
    ///   - output: A row.
    static func sharpen(_ pixels: Span<UInt8>, around sums: Span<UInt16>, into output: inout MutableSpan<UInt8>) {
        let count = output.count
        let sum0 = sums.extracting(0..<count)
        let sum1 = sums.extracting(1..<count + 1)
        let sum2 = sums.extracting(2..<count + 2)
        let sum3 = sums.extracting(3..<count + 3)
        let sum4 = sums.extracting(4..<count + 4)
        for x in output.indices {
            let around = Int32(sum0[x] &+ sum1[x] &+ sum2[x] &+ sum3[x] &+ sum4[x])
            let pixel = Int32(pixels[x])
            // 123 / 1024 is 3 / 25.
            let sharp = pixel &+ (123 &* (25 &* pixel &- around)) >> 10
            output[x] = UInt8(truncatingIfNeeded: min(max(sharp, 0), 255))
        }
    }

    /// 1 where a pixel is dark, 0 where it is light.
    static func darkness(_ pixels: Span<UInt8>, below limits: Span<UInt8>, into output: inout MutableSpan<UInt8>) {
        for x in output.indices { output[x] = pixels[x] < limits[x] ? 1 : 0 }
    }
}
