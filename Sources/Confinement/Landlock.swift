// What a process can open, whatever its user may open.

internal import CLinux
internal import Glibc

/// Landlock, which takes files and sockets from a process for good.
///
/// A ``SystemCallFilter`` cannot tell one path from another, so a process that may read fonts could read keys. Landlock
/// can, and where the filter forbids opening anything, it forbids it a second time.
///
/// - SeeAlso: landlock(7)
public enum Landlock {
    /// Whether the kernel has Landlock and uses it: since Linux 5.13, unless it was started without.
    public static var isSupported: Bool { version > 0 }

    /// Limits the calling thread, and all threads and processes that it starts, to reading below some folders: no
    /// other file can be opened, made or removed, nor, where the kernel can tell, a port be used (6.7), or a process
    /// outside be signalled or reached through an abstract socket (6.12). What is open stays open.
    ///
    /// - Parameter folders: The folders; those that do not exist are left out. None by default.
    /// - Throws: ``ConfinementError``.
    /// - Returns: `false` if the kernel has no Landlock; nothing was limited then.
    @discardableResult
    public static func enter(reading folders: [String] = []) throws(ConfinementError) -> Bool {
        let version = Self.version
        guard version > 0 else { return false }
        var rules = dc_landlock_ruleset(
            files: files(version), network: version >= 4 ? ports : 0, scopes: version >= 6 ? scopes : 0)
        let words = version >= 6 ? 3 : version >= 4 ? 2 : 1
        let ruleset = dc_landlock_create(&rules, UInt(8 * words))
        guard ruleset >= 0 else { throw refused() }
        defer { close(ruleset) }
        for folder in folders { try allow(folder, in: ruleset) }
        guard dc_landlock_enter(ruleset) == 0 else { throw refused() }
        return true
    }

    private static func allow(_ folder: String, in ruleset: Int32) throws(ConfinementError) {
        let descriptor = open(folder, DC_PATH | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var path = dc_landlock_path(allowed: readingFiles, folder: descriptor)
        guard dc_landlock_allow(ruleset, &path) == 0 else { throw refused() }
    }

    /// The version of the kernel's interface; -1 or 0 if there is none.
    private static var version: Int32 { dc_landlock_version() }

    /// Reading a file, and reading a folder.
    private static let readingFiles: UInt64 = 1 << 2 | 1 << 3

    /// Everything that can be done with paths: 13 kinds at first, then moving (2), truncating (3) and devices (5).
    private static func files(_ version: Int32) -> UInt64 {
        let kinds = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13
        return (1 << kinds) - 1
    }

    /// Listening and connecting by TCP.
    private static let ports: UInt64 = 0b11
    /// Abstract sockets and signals.
    private static let scopes: UInt64 = 0b11

    private static func refused() -> ConfinementError { .refused("Landlock", errno: errno) }
}
