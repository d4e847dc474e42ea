// What a camera sees of a code that is held before it.

/// A few frames under one setting of a camera.
struct CameraView: Comparable, Sendable {
    /// The share of frames in which a code was read, 0 to 1.
    let read: Double
    /// The steepest edges, 0 to 255 (`PictureQuality.edge`).
    let edge: Double
    /// The mean brightness, 0 to 255.
    let mean: Double
    /// Whether the doctor would call one of the frames glaring (`PictureQuality.isOverexposed`).
    let isOverexposed: Bool

    /// What is read more often is better; of equals, what is sharper.
    static func < (left: CameraView, right: CameraView) -> Bool {
        (left.read, left.edge) < (right.read, right.edge)
    }
}
