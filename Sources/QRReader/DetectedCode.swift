// A code that the decoder read.

/// A QR code that was read.
public struct DetectedCode: Sendable, Hashable {
    /// The content exactly as encoded, without character set conversion.
    public let bytes: [UInt8]
    /// The code's four corners in the frame's pixels, in order around the code.
    ///
    /// A corner may lie outside the frame if the decoder extrapolated it.
    public let corners: [Point]

    /// Creates a code.
    ///
    /// - Parameters:
    ///   - bytes: The content exactly as encoded.
    ///   - corners: The four corners, in order around the code.
    public init(bytes: [UInt8], corners: [Point]) {
        self.bytes = bytes
        self.corners = corners
    }

    /// The content as text; nil if it is not valid UTF-8.
    public var text: String? { String(validating: bytes, as: UTF8.self) }

    /// The mean of the corners.
    public var centre: Point {
        let count = Double(max(corners.count, 1))
        return Point(
            x: corners.reduce(0) { $0 + $1.x } / count,
            y: corners.reduce(0) { $0 + $1.y } / count
        )
    }

    /// Returns whether both are the same code in the same place: the centres are closer than half the code's reach.
    func isSameCode(as other: DetectedCode) -> Bool {
        guard bytes == other.bytes else { return false }
        let reach = min(self.reach, other.reach)
        return centre.distance(to: other.centre) <= reach / 2
    }

    /// The distance from the centre to the farthest corner, in pixels.
    private var reach: Double { corners.map { $0.distance(to: centre) }.max() ?? 0 }
}
