// Small pictures of codes, for lists.

public import QRReader

extension Frame {
    /// A square of a picture, reduced to a given size.
    public struct Square: Sendable {
        /// Row by row, as many as the side in each.
        public let luma: [UInt8]
        /// The code's corners in the square's pixels; empty if it shows the whole picture.
        public let corners: [Point]
    }

    /// How much of the picture around a code is shown, as a share of the code's size.
    private static let margin = 0.35
    /// The values that are averaged for each pixel, in each direction.
    private static let samples = 4

    /// Returns the square around a code; without a code, the largest square in the middle of the picture.
    ///
    /// - Parameters:
    ///   - corners: The code's corners; ones that cannot be a code's are taken for none.
    ///   - side: The side of the result, in pixels, 1 to 1,000.
    /// - Returns: The square; white outside the picture.
    public func square(around corners: [Point], side: Int) -> Square {
        let code = corners.count == 4 ? Self.place(around: corners, within: 2 * max(width, height)) : nil
        let length = Double(min(width, height))
        let (left, top, size) =
            code ?? ((Double(width) - length) / 2, (Double(height) - length) / 2, length)
        let step = size / Double(side * Self.samples)
        let columns = (0..<side * Self.samples).map { Int((left + (Double($0) + 0.5) * step).rounded(.down)) }
        let rows = (0..<side * Self.samples).map { Int((top + (Double($0) + 0.5) * step).rounded(.down)) }
        var sums = [Int](repeating: 0, count: side * side)
        for (row, y) in rows.enumerated() {
            let isRow = (0..<height).contains(y)
            for (column, x) in columns.enumerated() {
                let value = isRow && (0..<width).contains(x) ? Int(luma[y * width + x]) : 255
                sums[row / Self.samples * side + column / Self.samples] += value
            }
        }
        let scale = Double(side) / size
        return Square(
            luma: sums.map { UInt8($0 / (Self.samples * Self.samples)) },
            corners: code == nil ? [] : corners.map { Point(x: ($0.x - left) * scale, y: ($0.y - top) * scale) })
    }

    /// Returns where the square around a code is; `nil` for corners that no code in the picture has.
    private static func place(
        around corners: [Point], within limit: Int
    ) -> (left: Double, top: Double, size: Double)? {
        let limit = Double(limit)
        guard corners.allSatisfy({ abs($0.x) <= limit && abs($0.y) <= limit }),
            let left = corners.map(\.x).min(), let right = corners.map(\.x).max(),
            let top = corners.map(\.y).min(), let bottom = corners.map(\.y).max()
        else { return nil }
        let size = max(right - left, bottom - top) * (1 + 2 * margin)
        return size < 1 ? nil : ((left + right - size) / 2, (top + bottom - size) / 2, size)
    }
}
