// A picture from a file.

public import QRReader

/// A frame from a file, possibly scaled down from the picture in the file.
public struct Picture: Sendable {
    /// The decoded frame.
    public let frame: Frame
    /// The number of the file's pixels per pixel of the frame, in each direction; 1 or more.
    public let scale: Double

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - frame: The decoded frame.
    ///   - scale: The number of the file's pixels per pixel of the frame, 1 or more.
    public init(frame: Frame, scale: Double = 1) {
        self.frame = frame
        self.scale = scale
    }

    /// Converts a place in the frame to one in the file's picture.
    ///
    /// - Parameter point: A place in the frame.
    /// - Returns: The same place in the file's picture, as stored: a camera's rotation mark is not applied.
    public func inFile(_ point: Point) -> Point {
        Point(x: point.x * scale, y: point.y * scale)
    }
}
