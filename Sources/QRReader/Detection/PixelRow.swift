// The loops over the pixels of rows, which determine the speed.

import CPixels

/// Processes rows into rows, by the loops of `CPixels`.
///
/// Each function checks once that its rows are long enough for the output. Rows may have any number of pixels; 32 are
/// processed at a time.
enum PixelRow {
    /// Computes the means of 2 × 2 pixels.
    ///
    /// - Parameters:
    ///   - upper: At least twice as many pixels as `output`.
    ///   - lower: The row below.
    ///   - output: Half a row.
    @_lifetime(output: copy output)
    static func halve(_ upper: RawSpan, _ lower: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        precondition(upper.byteCount >= 2 * count && lower.byteCount >= 2 * count)
        write(&output) { output in
            read(upper, lower) { dc_pixels_halve($0, $1, output, count) }
        }
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
        precondition(before.byteCount >= count && middle.byteCount >= count && after.byteCount >= count)
        write(&output) { output in
            read(before, middle) { before, middle in
                after.withUnsafeBytes { dc_pixels_blend(before, middle, $0.baseAddress, output, count) }
            }
        }
    }

    /// Adds a row to column sums and subtracts another.
    ///
    /// - Parameters:
    ///   - entering: The row to add.
    ///   - leaving: The row to subtract, with as many pixels.
    ///   - sums: The sums, `Int16`, two before the first column and two after the last one left as they are.
    @_lifetime(sums: copy sums)
    static func slide(adding entering: RawSpan, removing leaving: RawSpan, sums: inout MutableRawSpan) {
        let count = entering.byteCount
        precondition(leaving.byteCount == count && sums.byteCount == 2 * (count + 4))
        write(&sums) { sums in
            read(entering, leaving) { dc_pixels_slide($0, $1, sums + 4, count) }
        }
    }

    /// Moves every pixel away from the mean of its 5 × 5 neighbourhood, by slightly more than three times the
    /// distance.
    ///
    /// - Parameters:
    ///   - pixels: A row.
    ///   - sums: The column sums of the five rows around it, `Int16`, from two columns before the row to two after it.
    ///   - output: The resulting row.
    @_lifetime(output: copy output)
    static func sharpen(_ pixels: RawSpan, sums: RawSpan, into output: inout MutableRawSpan) {
        let count = output.byteCount
        precondition(pixels.byteCount >= count && sums.byteCount >= 2 * (count + 4))
        write(&output) { output in
            read(pixels, sums) { dc_pixels_sharpen($0, $1, output, count) }
        }
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
        precondition(limits.byteCount >= count && output.count == (count + 63) / 64)
        var bytes = output.mutableBytes
        write(&bytes) { output in
            read(pixels, limits) { dc_pixels_darkness($0, $1, output, count) }
        }
    }

    /// Returns the lowest bits of eight bytes that are 0 or 1, that of the lowest byte first.
    @inline(__always)
    static func gather(_ bytes: UInt64) -> UInt64 {
        // The product's highest byte gathers them.
        (bytes &* 0x0102_0408_1020_4080) &>> 56
    }

    @inline(__always)
    private static func read(
        _ first: RawSpan, _ second: RawSpan, _ body: (UnsafeRawPointer?, UnsafeRawPointer?) -> Void
    ) {
        first.withUnsafeBytes { first in
            second.withUnsafeBytes { body(first.baseAddress, $0.baseAddress) }
        }
    }

    @inline(__always)
    @_lifetime(row: copy row)
    private static func write(_ row: inout MutableRawSpan, _ body: (UnsafeMutableRawPointer) -> Void) {
        row.withUnsafeMutableBytes { bytes in
            // A row without pixels has no address.
            if let address = bytes.baseAddress { body(address) }
        }
    }
}
