// A picture with its colours, for paper: cameras and codes need only luma.

/// A picture with colours, transparent where its file says so.
public struct ColourPicture: Sendable, Hashable {
    /// The width in pixels, 1 or more.
    public let width: Int
    /// The height in pixels, 1 or more.
    public let height: Int
    /// Red, green, blue and opacity of each pixel, row by row; the colours are not multiplied by the opacity.
    public let rgba: [UInt8]

    /// Decodes a PNG or JPEG file.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - side: The longer side of the result; a smaller picture keeps its size.
    ///   - limits: The size limits.
    /// - Returns: The picture without what is white or transparent around it.
    /// - Throws: ``ImageFileError``.
    static func decode(
        _ bytes: [UInt8], longestSide side: Int, limits: ImageLimits
    ) throws(ImageFileError) -> ColourPicture {
        guard !bytes.isEmpty else { throw .empty }
        guard bytes.count <= limits.bytes else { throw .tooLarge(limitBytes: limits.bytes) }
        let picture: ColourPicture
        switch ImageKind(startOf: bytes) {
        case .png: picture = try PNGReader.colours(bytes, limits: limits)
        case .jpeg: picture = try JPEGDecoder().colours(bytes, longestSide: side, limits: limits)
        default: throw .unknownKind
        }
        guard let inner = picture.withoutMargin() else { throw .blank }
        return inner.fitted(in: side)
    }

    /// Whether a pixel can be seen on white paper.
    private func isVisible(_ pixel: Int) -> Bool {
        let start = pixel * 4
        return rgba[start + 3] > 12 && min(rgba[start], rgba[start + 1], rgba[start + 2]) < 248
    }

    /// Returns the part that can be seen on white paper; `nil` if nothing can.
    func withoutMargin() -> ColourPicture? {
        var (left, right, top, bottom) = (width, -1, height, -1)
        for y in 0..<height {
            let row = y * width
            guard let first = (0..<width).first(where: { isVisible(row + $0) }),
                let last = (first..<width).last(where: { isVisible(row + $0) })
            else { continue }
            (left, right) = (min(left, first), max(right, last))
            (top, bottom) = (min(top, y), y)
        }
        guard right >= left, bottom >= top else { return nil }
        guard (left, right, top, bottom) != (0, width - 1, 0, height - 1) else { return self }
        var part: [UInt8] = []
        part.reserveCapacity((right - left + 1) * (bottom - top + 1) * 4)
        for y in top...bottom { part += rgba[(y * width + left) * 4..<(y * width + right + 1) * 4] }
        return ColourPicture(width: right - left + 1, height: bottom - top + 1, rgba: part)
    }

    /// Returns this picture, or one that is scaled down to a longer side: each new pixel is the mean of those that it
    /// covers.
    func fitted(in side: Int) -> ColourPicture {
        guard max(width, height) > side, side > 0 else { return self }
        let factor = Double(max(width, height)) / Double(side)
        let (newWidth, newHeight) = (
            max(1, Int((Double(width) / factor).rounded())), max(1, Int((Double(height) / factor).rounded()))
        )
        let (columns, rows) = (Self.shares(of: width, in: newWidth), Self.shares(of: height, in: newHeight))
        var result: [UInt8] = []
        result.reserveCapacity(newWidth * newHeight * 4)
        for row in rows {
            var sums = [Float](repeating: 0, count: newWidth * 4)
            for (y, share) in row { add(row: y, share, columns, to: &sums) }
            for x in 0..<newWidth {
                let opacity = sums[x * 4 + 3]
                for part in 0..<3 {
                    let value = opacity > 0 ? sums[x * 4 + part] / opacity * 255 : 0
                    result.append(UInt8(max(0, min(255, value.rounded()))))
                }
                result.append(UInt8(max(0, min(255, opacity.rounded()))))
            }
        }
        return ColourPicture(width: newWidth, height: newHeight, rgba: result)
    }

    /// Adds a row to sums of colours that are multiplied by their opacity.
    private func add(row y: Int, _ share: Float, _ columns: [[(Int, Float)]], to sums: inout [Float]) {
        for (x, column) in columns.enumerated() {
            var (red, green, blue, opacity) = (Float(0), Float(0), Float(0), Float(0))
            for (from, part) in column {
                let start = (y * width + from) * 4
                let alpha = Float(rgba[start + 3]) * part
                red += Float(rgba[start]) * alpha
                green += Float(rgba[start + 1]) * alpha
                blue += Float(rgba[start + 2]) * alpha
                opacity += alpha
            }
            sums[x * 4] += red * share / 255
            sums[x * 4 + 1] += green * share / 255
            sums[x * 4 + 2] += blue * share / 255
            sums[x * 4 + 3] += opacity * share
        }
    }

    /// Returns for each of `new` pixels the old ones that it covers, with their shares, which add up to 1.
    private static func shares(of old: Int, in new: Int) -> [[(Int, Float)]] {
        let factor = Double(old) / Double(new)
        return (0..<new).map { place in
            let (start, end) = (Double(place) * factor, min(Double(place + 1) * factor, Double(old)))
            return (Int(start)..<min(old, Int(end.rounded(.up)))).map { pixel in
                let covered = min(end, Double(pixel + 1)) - max(start, Double(pixel))
                return (pixel, Float(covered / (end - start)))
            }
        }
    }
}
