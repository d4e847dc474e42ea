// Starts another program with nothing but what it is given.

internal import CLinux
internal import Glibc

/// Starts programs with posix_spawn(3), each in a process group of its own.
///
/// An interrupt at a terminal then reaches the door but not the processes that it has started. No signal is ignored or
/// blocked in a new program: the daemon ignores the signals that would end it, the threads of a dispatch queue block
/// signals, and a new program would inherit both; one of these signals ends a decoder at its limit.
public enum ProcessLauncher {
    /// What a new program finds under one of its file descriptors.
    public enum Descriptor: Sendable {
        /// A copy of one of ours.
        case copy(of: Int32)
        /// `/dev/null`, to which it can write.
        case null
    }

    /// A program that could not be started.
    public struct Failure: Error, Hashable {
        /// The error number of posix_spawn(3) or memfd_create(2).
        public let errno: Int32
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program's path.
    ///   - arguments: The arguments; the first one is the program's name.
    ///   - environment: The environment as `NAME=value`; `nil` for ours.
    ///   - descriptors: Its file descriptors, from 0; it gets no others.
    /// - Returns: The process id, to be reaped with waitpid(2).
    /// - Throws: ``Failure``.
    public static func start(
        _ path: String,
        arguments: [String],
        environment: [String]? = nil,
        descriptors: [Descriptor]
    ) throws(Failure) -> Int32 {
        var actions = actions(for: descriptors)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var words = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var variables = (environment ?? []).map { strdup($0) } + [nil]
        defer { for variable in variables { free(variable) } }
        var process = pid_t()
        let result =
            environment == nil
            ? posix_spawn(&process, path, &actions, &attributes, &words, environ)
            : posix_spawn(&process, path, &actions, &attributes, &words, &variables)
        guard result == 0 else { throw Failure(errno: result) }
        return process
    }

    /// Creates a file in memory, for a program that reads it as its standard input. Unlike a pipe, it makes nobody wait
    /// for a program that does not read, and the program can seek in it.
    ///
    /// - Parameters:
    ///   - name: The name that `/proc` shows.
    ///   - contents: The file's contents.
    /// - Returns: The file's descriptor, at the beginning of the file; close it.
    /// - Throws: ``Failure``.
    public static func file(named name: String, containing contents: [UInt8]) throws(Failure) -> Int32 {
        let file = memfd_create(name, UInt32(DC_MFD_CLOEXEC))
        guard file >= 0 else { throw Failure(errno: Glibc.errno) }
        guard write(file, contents, contents.count) == contents.count else {
            close(file)
            throw Failure(errno: ENOMEM)
        }
        lseek(file, 0, SEEK_SET)
        return file
    }

    private static func actions(for descriptors: [Descriptor]) -> posix_spawn_file_actions_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        let ours = descriptors.map { if case .copy(let number) = $0 { number } else { Int32(-1) } }
        // Copies go through spare numbers: one of our descriptors may have the number that another one is to get.
        let spare = max(ours.max() ?? 0, Int32(descriptors.count)) + 1
        for (index, number) in ours.enumerated() where number >= 0 {
            posix_spawn_file_actions_adddup2(&actions, number, spare + Int32(index))
        }
        for (index, number) in ours.enumerated() {
            if number >= 0 {
                posix_spawn_file_actions_adddup2(&actions, spare + Int32(index), Int32(index))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(index), "/dev/null", O_WRONLY, 0)
            }
        }
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(descriptors.count))
        return actions
    }

    private static func attributes() -> posix_spawnattr_t {
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
