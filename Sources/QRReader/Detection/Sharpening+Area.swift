// The parts of a picture to sharpen.

extension Sharpening {
    /// Replaces the contents of a plane with a sharpened copy of another: every pixel is moved away from the mean of
    /// its 5 × 5 neighbourhood.
    ///
    /// - Parameters:
    ///   - plane: The picture; an odd last column is left out.
    ///   - area: The area to sharpen; everything else is white.
    ///   - output: The plane to replace; its storage is reused.
    mutating func sharpen(_ plane: LumaPlane, _ area: SearchArea, into output: inout LumaPlane) {
        let (width, height) = (plane.width & ~1, plane.height)
        let isSameSize = output.width == width && output.height == height && output.drawn.count == area.spans.count
        output.resize(width: width, height: height, scale: plane.scale)
        if !isSameSize { output.drawn = Array(repeating: 0..<width, count: area.spans.count) }
        var top = 0
        while top < height {
            let span = area.spans[top / DetailMap.side]
            var bottom = top
            repeat {
                Self.whiten(rowOfBlocks: bottom / DetailMap.side, outside: span, of: &output)
                bottom += DetailMap.side
            } while bottom < height && area.spans[bottom / DetailMap.side] == span
            let rows = top..<min(bottom, height)
            if !span.isEmpty { sharpen(plane, rows: rows, columns: span, into: &output) }
            top = bottom
        }
    }

    /// Whitens only what the previous picture has left outside the columns drawn now, since most frames are like the
    /// previous one.
    private static func whiten(rowOfBlocks row: Int, outside span: Range<Int>, of output: inout LumaPlane) {
        let old = output.drawn[row]
        output.drawn[row] = span
        let left = old.lowerBound..<max(old.lowerBound, min(old.upperBound, span.lowerBound))
        let right = min(old.upperBound, max(old.lowerBound, span.upperBound))..<old.upperBound
        for columns in [left, right] where !columns.isEmpty {
            for y in row * DetailMap.side..<min((row + 1) * DetailMap.side, output.height) {
                output.whiten(row: y, columns)
            }
        }
    }
}
