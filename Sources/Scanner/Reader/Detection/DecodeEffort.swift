// How hard to look for codes.

/// What a frame is worth.
public enum DecodeEffort: Sendable {
    /// A frame of a camera: stops at the first size of the picture that gives a code, and after a bounded time,
    /// since the next frame shows the same ticket.
    case live
    /// A picture that comes only once: every code in it, at every size.
    case thorough
}
