// Why a picture could not be looked at, apart from what is in it.

internal import Glibc

/// What can go wrong with the process that reads pictures; the next picture has a new one.
public enum DecoderError: Error, Hashable, CustomStringConvertible {
    /// The system gave no process or no memory for one.
    case cannotStart(errno: Int32)
    /// It ended before it could be confined.
    case notConfined
    /// A picture ended it, by this signal.
    case ended(signal: Int32)
    /// A picture took it longer than any sound one takes.
    case tooSlow
    /// A picture needs more memory than it may have.
    case outOfMemory

    /// What a C library without memory comes to.
    static let noMemory = DecoderError.cannotStart(errno: ENOMEM)

    /// One sentence: what happened, and what to try.
    public var description: String {
        switch self {
        case .cannotStart(let code):
            "the process that reads pictures could not be started: \(String(cString: strerror(code)))"
        case .notConfined:
            "the process that reads pictures could not be confined; a Linux kernel with seccomp is expected"
        case .ended(let signal):
            "the picture ended the process that read it (signal \(signal)): it is damaged, made to do harm, or too large"
        case .tooSlow: "the picture took too long to read"
        case .outOfMemory: "there is not enough memory for the picture"
        }
    }
}
