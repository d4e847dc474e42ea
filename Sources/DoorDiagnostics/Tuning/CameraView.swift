// A camera's view of a code in front of it.

/// The measurements of a few frames with one setting of a camera.
package struct CameraView: Comparable, Sendable {
    /// The share of frames in which a code was read, 0 to 1.
    package let read: Double
    /// The steepest edges, 0 to 255 (`PictureQuality.edge`).
    package let edge: Double
    /// The mean brightness, 0 to 255.
    package let mean: Double
    /// Whether the health check would report one of the frames as overexposed (`PictureQuality.isOverexposed`).
    let isOverexposed: Bool

    /// Orders views by read rate, and equal ones by sharpness.
    package static func < (left: CameraView, right: CameraView) -> Bool {
        (left.read, left.edge) < (right.read, right.edge)
    }
}
