// One size of a picture: the frame itself, or a smaller or sharper copy of it.

/// 8-bit luma, row by row, whose storage is kept from frame to frame.
struct LumaPlane {
    private(set) var width = 0
    private(set) var height = 0
    /// How many pixels of the frame one pixel of this plane is wide.
    private(set) var scale: Float = 1
    /// The last column and row: between here and the origin luma can be interpolated.
    private(set) var limit = Vector()
    /// At least `width * height` values; what is behind them is of an earlier, larger frame.
    private(set) var pixels: [UInt8] = []
    /// Of a sharpened copy: for each row of blocks the columns outside of which it is white.
    private var drawn: [Range<Int>] = []

    /// Where a row's pixels are.
    ///
    /// - Parameter y: 0 to `height - 1`.
    /// - Returns: The indices in ``pixels``.
    func row(_ y: Int) -> Range<Int> { y * width..<(y + 1) * width }

    /// Shares the pixels of a frame; nothing is copied.
    mutating func share(_ frame: Frame) {
        (width, height, scale) = (frame.width, frame.height, 1)
        limit = Vector(Float(width - 1), Float(height - 1))
        pixels = frame.luma
    }

    /// Lets a shared frame go.
    mutating func release() {
        (width, height, pixels) = (0, 0, [])
    }

    /// Takes another plane's size, and makes room for as many pixels.
    private mutating func resize(width: Int, height: Int, scale: Float) {
        (self.width, self.height, self.scale) = (width, height, scale)
        limit = Vector(Float(width - 1), Float(height - 1))
        if pixels.count < width * height {
            pixels = [UInt8](repeating: 0, count: width * height)
        }
    }

    /// Becomes the picture at half the size: every pixel the mean of 2 × 2.
    ///
    /// - Parameter other: At least 2 × 2 pixels; an odd last row or column is left out.
    mutating func halve(_ other: LumaPlane) {
        resize(width: other.width / 2, height: other.height / 2, scale: other.scale * 2)
        let input = other.pixels.span.bytes
        for y in 0..<height {
            let range = row(y)
            var rows = pixels.mutableSpan
            var bytes = rows.mutableBytes
            var output = bytes._mutatingExtracting(range)
            PixelRow.halve(
                input.extracting(other.row(2 * y)), input.extracting(other.row(2 * y + 1)), into: &output
            )
        }
    }

    /// Becomes a sharpened copy: every pixel moved away from the mean of its 5 × 5 neighbourhood.
    ///
    /// - Parameters:
    ///   - other: The picture; an odd last column is left out.
    ///   - area: What to sharpen; all else is white.
    ///   - sharpening: What sharpens.
    mutating func sharpen(_ other: LumaPlane, _ area: SearchArea, _ sharpening: inout Sharpening) {
        let isSameSize = width == other.width & ~1 && height == other.height && drawn.count == area.spans.count
        resize(width: other.width & ~1, height: other.height, scale: other.scale)
        if !isSameSize { drawn = Array(repeating: 0..<width, count: area.spans.count) }
        var top = 0
        while top < height {
            let span = area.spans[top / DetailMap.side]
            var bottom = top
            repeat {
                whiten(rowOfBlocks: bottom / DetailMap.side, outside: span)
                bottom += DetailMap.side
            } while bottom < height && area.spans[bottom / DetailMap.side] == span
            let rows = top..<min(bottom, height)
            if !span.isEmpty { sharpening.sharpen(other, rows: rows, columns: span, into: &self) }
            top = bottom
        }
    }

    /// Whitens what the last picture has left outside of what this one draws, and no more: most frames are like the one
    /// before.
    private mutating func whiten(rowOfBlocks row: Int, outside span: Range<Int>) {
        let old = drawn[row]
        drawn[row] = span
        let left = old.lowerBound..<max(old.lowerBound, min(old.upperBound, span.lowerBound))
        let right = min(old.upperBound, max(old.lowerBound, span.upperBound))..<old.upperBound
        for columns in [left, right] where !columns.isEmpty {
            for y in row * DetailMap.side..<min((row + 1) * DetailMap.side, height) {
                let outside = y * width + columns.lowerBound..<y * width + columns.upperBound
                var all = pixels.mutableSpan
                var part = all._mutatingExtracting(outside)
                part.update(repeating: .max)
            }
        }
    }

    /// Lets a part of a row be written.
    mutating func write(row y: Int, _ columns: Range<Int>, _ body: (inout MutableRawSpan) -> Void) {
        let range = y * width + columns.lowerBound..<y * width + columns.upperBound
        var all = pixels.mutableSpan
        var bytes = all.mutableBytes
        var part = bytes._mutatingExtracting(range)
        body(&part)
    }
}
