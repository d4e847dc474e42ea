// A code that the decoder read.

/// A QR code that was read.
public struct DetectedCode: Sendable, Hashable {
    /// The content exactly as encoded, without character set conversion.
    public let bytes: [UInt8]
    /// What the symbol says about the character sets of its bytes: parts that together have as many bytes as the
    /// content; empty if it says nothing.
    public let parts: [TextPart]
    /// The code's four corners in the frame's pixels, in order around the code.
    ///
    /// A corner may lie outside the frame if the decoder extrapolated it.
    public let corners: [Point]

    /// Creates a code.
    ///
    /// - Parameters:
    ///   - bytes: The content exactly as encoded.
    ///   - parts: What the symbol says about its character sets; with another number of bytes than the content, it
    ///     counts as nothing.
    ///   - corners: The four corners, in order around the code.
    public init(bytes: [UInt8], parts: [TextPart] = [], corners: [Point]) {
        self.bytes = bytes
        self.parts = parts.reduce(0) { $0 + $1.count } == bytes.count ? parts : []
        self.corners = corners
    }

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

    /// Returns whether a place is no farther from the centre than the corners.
    func covers(_ place: Vector) -> Bool { Point(place).distance(to: centre) < reach }

    /// The distance from the centre to the farthest corner, in pixels.
    private var reach: Double { corners.map { $0.distance(to: centre) }.max() ?? 0 }
}
