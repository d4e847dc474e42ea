// Sharpens a picture row by row.

/// Moves every pixel of a smoothed picture away from the mean of its 5 × 5 neighbourhood.
///
/// Only the few smoothed rows that a mean spans and their column sums are kept; the storage is reused between
/// pictures.
struct Sharpening {
    /// A row, smoothed along the columns only, and one pixel more on either side.
    private var line: [UInt8] = []
    /// Smoothed rows, each at the index of its number modulo ``ring``, followed by a row of zeros.
    private var smoothed: [UInt8] = []
    /// The sums of five rows' columns, with the first two and the last two repeated at the ends.
    private var sums: [Int16] = []
    /// The number of pixels in a row.
    private var stride = 0

    /// A power of two above the six rows that are in use at once.
    private static let ring = 8

    /// Sharpens a part of a picture.
    ///
    /// Pixels to the left or right of the part, and above or below the picture, are replaced with the nearest pixel
    /// inside.
    ///
    /// - Parameters:
    ///   - plane: The picture.
    ///   - rows: The part's rows; not empty.
    ///   - columns: The part's columns; an even number, at least four.
    ///   - output: A plane of the same size, except for an odd last column; pixels outside the part are unchanged.
    mutating func sharpen(_ plane: LumaPlane, rows: Range<Int>, columns: Range<Int>, into output: inout LumaPlane) {
        prepare(columns.count)
        for y in max(rows.lowerBound - 2, 0)..<min(rows.lowerBound + 3, plane.height) { smooth(plane, y, columns) }
        for y in rows.lowerBound - 2...rows.lowerBound + 2 { slide(adding: slot(y, plane), removing: Self.ring) }
        for y in rows {
            sharpen(y, columns, into: &output)
            guard y + 1 < rows.upperBound else { break }
            if y + 3 < plane.height { smooth(plane, y + 3, columns) }
            slide(adding: slot(y + 3, plane), removing: slot(y - 2, plane))
        }
    }

    /// Returns the ring index of a row, or of the nearest row inside the picture.
    private func slot(_ y: Int, _ plane: LumaPlane) -> Int {
        min(max(y, 0), plane.height - 1) % Self.ring
    }

    private mutating func prepare(_ count: Int) {
        stride = count
        if line.count < stride + 2 {
            line = [UInt8](repeating: 0, count: stride + 2)
            smoothed = [UInt8](repeating: 0, count: stride * (Self.ring + 1))
        }
        sums.removeAll(keepingCapacity: true)
        sums.append(contentsOf: repeatElement(0, count: stride + 4))
        for index in stride * Self.ring..<stride * (Self.ring + 1) { smoothed[index] = 0 }
    }

    /// Replaces every pixel with the binomial mean (1 2 1) of its 3 × 3 neighbourhood, since sharpening would amplify
    /// noise.
    private mutating func smooth(_ plane: LumaPlane, _ y: Int, _ columns: Range<Int>) {
        let input = plane.pixels.span.bytes
        func part(_ y: Int) -> Range<Int> {
            let start = min(max(y, 0), plane.height - 1) * plane.width
            return start + columns.lowerBound..<start + columns.upperBound
        }
        let count = columns.count
        var lineSpan = line.mutableSpan
        var lineBytes = lineSpan.mutableBytes
        var blended = lineBytes._mutatingExtracting(1..<count + 1)
        PixelRow.blend(
            input.extracting(part(y - 1)), input.extracting(part(y)), input.extracting(part(y + 1)), into: &blended)
        let start = y % Self.ring * stride
        let line = line
        let row = line.span.bytes
        var rows = smoothed.mutableSpan
        var bytes = rows.mutableBytes
        var smooth = bytes._mutatingExtracting(start..<start + count)
        PixelRow.blend(
            row.extracting(0..<count), row.extracting(1..<count + 1), row.extracting(2..<count + 2), into: &smooth)
        smoothed[start] = line[1]
        smoothed[start + count - 1] = line[count]
    }

    /// Adds one row of the ring to the sums and subtracts another.
    private mutating func slide(adding entering: Int, removing leaving: Int) {
        let (added, removed) = (
            entering * stride..<(entering + 1) * stride, leaving * stride..<(leaving + 1) * stride
        )
        let smoothed = smoothed
        let rows = smoothed.span.bytes
        var all = sums.mutableSpan
        var bytes = all.mutableBytes
        PixelRow.slide(adding: rows.extracting(added), removing: rows.extracting(removed), sums: &bytes)
    }

    private mutating func sharpen(_ y: Int, _ columns: Range<Int>, into output: inout LumaPlane) {
        let count = columns.count
        for place in 0..<2 { (sums[place], sums[count + 2 + place]) = (sums[place + 2], sums[count + place]) }
        let start = y % Self.ring * stride
        let part = start..<start + count
        output.write(row: y, columns) { pixels in
            PixelRow.sharpen(smoothed.span.bytes.extracting(part), sums: sums.span.bytes, into: &pixels)
        }
    }
}
