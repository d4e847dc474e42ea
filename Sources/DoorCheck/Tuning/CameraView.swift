// A camera's view of a code in front of it.

/// The measurements of a few frames with one setting of a camera.
struct CameraView: Comparable, Sendable {
    /// The share of frames in which a code was read, 0 to 1.
    let read: Double
    /// The steepest edges, 0 to 255 (`PictureQuality.edge`).
    let edge: Double
    /// The mean brightness, 0 to 255.
    let mean: Double
    /// Whether the health check would report one of the frames as overexposed (`PictureQuality.isOverexposed`).
    let isOverexposed: Bool

    /// Orders views by read rate, and equal ones by sharpness.
    static func < (left: CameraView, right: CameraView) -> Bool {
        (left.read, left.edge) < (right.read, right.edge)
    }
}
