// A place in a picture.

/// A place in a picture, in pixels: x to the right, y down, with the origin at the top left corner.
public struct Point: Sendable, Hashable {
    /// Pixels to the right of the left edge.
    public var x: Double
    /// Pixels below the top edge.
    public var y: Double

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - x: Pixels to the right of the left edge.
    ///   - y: Pixels below the top edge.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Returns the distance between two places.
    ///
    /// - Parameter other: Another place in the same picture.
    /// - Returns: The distance in pixels.
    public func distance(to other: Point) -> Double {
        let (dx, dy) = (x - other.x, y - other.y)
        return (dx * dx + dy * dy).squareRoot()
    }
}
