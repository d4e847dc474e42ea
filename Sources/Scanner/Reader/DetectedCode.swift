// What the decoder found in a picture.

/// A QR code that was read.
public struct DetectedCode: Sendable, Hashable {
    /// The content exactly as encoded, not converted from any character set.
    public let bytes: [UInt8]
    /// Where the code's four corners are, one after the other around it, in the frame's pixels.
    ///
    /// A corner may lie outside the frame, by what the decoder extrapolated.
    public let corners: [Point]

    /// - Parameters:
    ///   - bytes: The content exactly as encoded.
    ///   - corners: The four corners, one after the other around the code.
    public init(bytes: [UInt8], corners: [Point]) {
        self.bytes = bytes
        self.corners = corners
    }

    /// The content as text; nil where it is not valid UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The mean of the corners.
    public var centre: Point {
        let count = Double(max(corners.count, 1))
        return Point(
            x: corners.reduce(0) { $0 + $1.x } / count,
            y: corners.reduce(0) { $0 + $1.y } / count
        )
    }

    /// The same code in a picture of so many times the width and the height.
    func scaled(by scale: Double) -> DetectedCode {
        guard scale != 1 else { return self }
        return DetectedCode(bytes: bytes, corners: corners.map { Point(x: $0.x * scale, y: $0.y * scale) })
    }

    /// The same code, reported twice from the same place: the centres are closer than half the code's reach.
    func isSameCode(as other: DetectedCode) -> Bool {
        guard bytes == other.bytes else { return false }
        let reach = min(self.reach, other.reach)
        return centre.distance(to: other.centre) <= reach / 2
    }

    /// From the centre to the farthest corner, in pixels.
    private var reach: Double { corners.map { $0.distance(to: centre) }.max() ?? 0 }
}
