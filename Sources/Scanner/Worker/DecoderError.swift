// Reasons why a picture could not be examined, apart from its content.

internal import Glibc

/// A failure of the process that reads pictures; the next picture gets a new process.
public enum DecoderError: Error, Hashable, CustomStringConvertible {
    /// The system could not start a process, or provide memory for one.
    case cannotStart(errno: Int32)
    /// The process ended before it could be confined.
    case notConfined
    /// A picture ended the process, by this signal.
    case ended(signal: Int32)
    /// A picture took longer than any valid one.
    case tooSlow
    /// A picture needs more memory than the process may use.
    case outOfMemory

    /// The error for a C library that runs out of memory.
    static let noMemory = DecoderError.cannotStart(errno: ENOMEM)

    /// One sentence: what happened, and what to try.
    public var description: String {
        switch self {
        case .cannotStart(let code):
            "the process that reads pictures cannot be started: \(String(cString: strerror(code)))"
        case .notConfined:
            "the process that reads pictures cannot be sandboxed; expected a Linux kernel with seccomp"
        case .ended(let signal):
            "the picture crashed the process that read it (signal \(signal)): it is damaged, malicious, or too large"
        case .tooSlow: "the picture took too long to read"
        case .outOfMemory: "there is not enough memory for the picture"
        }
    }
}
