// What a source of frames has to tell.

/// What happens at a camera, or at what stands in for one.
public enum CameraEvent: Sendable {
    /// It works, for the first time or again.
    case opened(VideoSetting)
    /// It cannot do all that was asked of it, and is used as it is; told once.
    case untuned([CameraTuningGap])
    /// The newest picture.
    case frame(Frame)
    /// It gives no more pictures; it is tried again until it does.
    case lost(CameraError)
    /// A file of a folder, or a frame of the camera at this node, was passed over.
    case unreadable(file: String, ImageFileError)
}
