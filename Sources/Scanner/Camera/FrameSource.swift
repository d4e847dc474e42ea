// The decoder's input: a camera, or a folder of pictures in its place.

/// Delivers frames to a single reader on request.
///
/// ```swift
/// while let event = await source.next() { … }
/// ```
///
/// A source that is polled keeps only the newest frame: frames that arrive while the reader is busy are dropped
/// unread, and no event is lost behind a frame.
public protocol FrameSource: Sendable {
    /// The source name in sightings, for example a camera's name in the configuration.
    nonisolated var name: String { get }

    /// Waits for the next event.
    ///
    /// - Returns: The event; nil at the end, or if the task was cancelled.
    func next() async -> CameraEvent?

    /// Records whether a frame turned out to hold a picture, which only its decoder knows. A camera whose frames hold
    /// none counts as stalled.
    ///
    /// - Parameter isPicture: Whether the last decoded frame held a picture.
    nonisolated func frameWasDecoded(isPicture: Bool)
}

extension FrameSource {
    /// Does nothing: a source whose pictures are always whole does not need to know.
    ///
    /// - Parameter isPicture: Whether the last decoded frame held a picture.
    public nonisolated func frameWasDecoded(isPicture: Bool) {}
}

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
