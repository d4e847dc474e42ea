// The effort spent on finding codes.

/// The effort spent on a frame.
public enum DecodeEffort: Sendable {
    /// For a camera's frame: stops at the first picture size that yields a code, and after a bounded time, since the
    /// next frame shows the same ticket. Where something moves and nothing is read, it also searches for a blurred code
    /// of versions 1 to 10, for at most as long again, starting with the second frame.
    case live
    /// For a picture that comes only once: finds every code, at every size, and where it finds none, searches for
    /// blurred ones of versions 1 to 10, and for small ones at full size, which takes 10 to 100 ms more.
    case thorough
}
