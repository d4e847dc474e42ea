// What a source of frames has to tell.

/// What happens at a camera, or at what stands in for one.
public enum CameraEvent: Sendable {
    /// It works, for the first time or again.
    case opened(VideoSetting)
    /// The newest picture.
    case frame(Frame)
    /// It gives no more pictures; it is tried again until it does.
    case lost(CameraError)
    /// A file of a folder was passed over.
    case unreadable(file: String, ImageFileError)
}
