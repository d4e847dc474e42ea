// Reasons why a process could not be confined.

internal import Glibc

/// The reason why a process does not start its work.
public enum ConfinementError: Error, Hashable, CustomStringConvertible {
    /// The kernel, or the environment in which the program was started, does not allow a measure; holds its name.
    case refused(String, errno: Int32)

    /// One sentence.
    public var description: String {
        switch self {
        case .refused(let measure, let code):
            "the process cannot be confined by \(measure): \(String(cString: strerror(code)))"
        }
    }
}
