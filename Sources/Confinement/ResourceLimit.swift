// What a process may use, whatever it is made to do.

internal import Glibc

/// Limits that the kernel keeps for this process, and that it cannot raise again.
public enum ResourceLimit {
    /// Allows no core dump, no growing file, and so much memory.
    ///
    /// - Parameters:
    ///   - bytes: Of address space, with the program itself.
    ///   - seconds: Of one core, from the process's start; nil where another process looks after that.
    /// - Throws: ``ConfinementError/refused(_:errno:)``.
    public static func set(bytes: Int, seconds: Int? = nil) throws(ConfinementError) {
        try set(RLIMIT_CORE, to: 0, "core dumps")
        try set(RLIMIT_FSIZE, to: 0, "file sizes")
        try set(RLIMIT_AS, to: bytes, "memory")
        if let seconds { try set(RLIMIT_CPU, to: seconds, "processor time") }
    }

    private static func set(
        _ resource: __rlimit_resource, to value: Int, _ name: String
    ) throws(ConfinementError) {
        var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else {
            throw .refused("a limit of \(name)", errno: errno)
        }
    }
}
