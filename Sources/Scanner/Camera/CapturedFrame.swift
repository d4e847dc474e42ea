// A frame as a camera delivered it.

public import QRReader

/// A frame of a camera, with the time at which the camera took it.
public struct CapturedFrame: Sendable {
    /// A frame's picture.
    public enum Content: Sendable {
        /// Pixels.
        case luma(Frame)
        /// A Motion JPEG frame of the size that the camera announced. It may be anything, so only ``PictureDecoder``
        /// decodes it.
        case motionJPEG([UInt8], width: Int, height: Int)
    }

    /// The picture.
    public let content: Content
    /// The time of capture; for a folder in place of a camera, the time at which its picture was read.
    public let instant: ContinuousClock.Instant
    /// The frame counter; a gap means that frames were dropped.
    public let sequence: UInt32

    /// Creates a captured frame.
    ///
    /// - Parameters:
    ///   - content: The picture.
    ///   - instant: The time of capture.
    ///   - sequence: The frame counter.
    public init(_ content: Content, instant: ContinuousClock.Instant, sequence: UInt32) {
        (self.content, self.instant, self.sequence) = (content, instant, sequence)
    }

    /// Returns whether another frame has the same content, regardless of the time of capture.
    ///
    /// - Parameter other: Another frame.
    /// - Returns: True only if every pixel, or every byte of a Motion JPEG frame, is equal.
    /// - Complexity: Compares up to the first difference.
    public func isSamePicture(as other: CapturedFrame) -> Bool {
        switch (content, other.content) {
        case (.luma(let one), .luma(let two)): one.isSamePicture(as: two)
        case (.motionJPEG(let one, _, _), .motionJPEG(let two, _, _)): one == two
        case (.luma, .motionJPEG), (.motionJPEG, .luma): false
        }
    }
}
