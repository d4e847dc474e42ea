// Attributes of newly started programs.

public import Glibc

/// Attributes for posix_spawn(3).
public enum FreshProcess {
    /// Returns attributes for a separate process group with no signal ignored or blocked.
    ///
    /// An interrupt at a terminal then reaches the door but not the processes that it has started. The daemon ignores
    /// the signals that would end it, the threads of a dispatch queue block signals, and a new program would inherit
    /// both; one of these signals ends a decoder at its limit.
    ///
    /// - Returns: The attributes, to be destroyed with `posix_spawnattr_destroy`.
    public static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }
}
