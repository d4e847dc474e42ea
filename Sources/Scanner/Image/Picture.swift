// A picture from a file.

/// A frame from a file, which may be smaller than the picture in the file.
public struct Picture: Sendable {
    /// What is decoded.
    public let frame: Frame
    /// How many pixels of the file's picture one pixel of the frame stands for; 1 or more.
    public let scale: Double

    /// - Parameters:
    ///   - frame: What is decoded.
    ///   - scale: How many of the file's pixels one of the frame's stands for, 1 or more.
    public init(frame: Frame, scale: Double = 1) {
        self.frame = frame
        self.scale = scale
    }

    /// - Parameter point: A place in the frame.
    /// - Returns: The same place in the file's picture, as stored: a camera's rotation mark is not applied.
    public func inFile(_ point: Point) -> Point {
        Point(x: point.x * scale, y: point.y * scale)
    }
}
