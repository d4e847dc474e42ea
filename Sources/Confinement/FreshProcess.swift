// What another program is started with.

public import Glibc

/// Attributes for posix_spawn(3).
public enum FreshProcess {
    /// A process group of its own, so that an interrupt at a terminal ends the door and leaves it what it has started; and
    /// no signal ignored or held back: the daemon ignores those that end it, the threads of a queue hold signals back, and
    /// a program inherits both. One of them ends a decoder at its limit.
    ///
    /// - Returns: To be given to `posix_spawnattr_destroy`.
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
