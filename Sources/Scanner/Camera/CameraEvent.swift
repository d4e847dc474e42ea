// Events of a frame source.

/// An event of a camera, or of a folder used in place of one.
public enum CameraEvent: Sendable {
    /// The camera works, for the first time or again.
    case opened(VideoSetting)
    /// The camera could not apply all of its tuning and is used anyway; reported once.
    case untuned([CameraTuningGap])
    /// The newest frame.
    case frame(CapturedFrame)
    /// The camera stopped delivering frames; it is retried until it works again.
    case lost(CameraError)
    /// A file in a folder was skipped.
    case unreadable(file: String, ImageFileError)
}
