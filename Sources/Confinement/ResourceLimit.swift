// Resource limits of a process.

internal import Glibc

/// Limits that the kernel enforces for this process, and that it cannot raise again.
public enum ResourceLimit {
    /// Limits memory and processor time, and allows neither core dumps nor growing files.
    ///
    /// - Parameters:
    ///   - bytes: The limit of address space in bytes, including the program itself.
    ///   - seconds: The limit of processor time in seconds since the process started; nil if another process enforces
    ///     one.
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
