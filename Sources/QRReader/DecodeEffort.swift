// The effort spent on finding codes.

/// The effort spent on a frame.
public enum DecodeEffort: Sendable {
    /// For a camera's frame: stops at the first picture size that yields a code, and after a bounded time, since the
    /// next frame shows the same ticket.
    case live
    /// For a picture that comes only once: finds every code, at every size.
    case thorough
}
