// What feeds the decoder: a camera, or a folder of pictures in its place.

/// Gives frames to one reader, who asks for each.
///
/// ```swift
/// while let event = await source.next() { … }
/// ```
///
/// Asking instead of being sent keeps the newest frame and nothing else: what came while the reader was busy is
/// dropped unread, and no event is lost behind a frame.
public protocol FrameSource: Sendable {
    /// The name that sightings carry, for example a camera's from the configuration.
    nonisolated var name: String { get }

    /// Waits for what happens next.
    ///
    /// - Returns: The event; nil at the end, or when the task was cancelled.
    func next() async -> CameraEvent?
}
