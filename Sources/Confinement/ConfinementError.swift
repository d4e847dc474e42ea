// Why a process could not be confined.

internal import Glibc

/// Why a process does not begin its work.
public enum ConfinementError: Error, Hashable, CustomStringConvertible {
    /// The kernel, or who started the program, does not allow a measure; holds its name.
    case refused(String, errno: Int32)

    /// One sentence.
    public var description: String {
        switch self {
        case .refused(let measure, let code):
            "the process cannot be confined by \(measure): \(String(cString: strerror(code)))"
        }
    }
}
