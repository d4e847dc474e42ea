// The system calls allowed in a process that reads pictures.

internal import CSeccomp
internal import Glibc

/// A seccomp filter: calls that are not on its list fail with `EPERM`, irrevocably.
///
/// They fail instead of killing the process, so that a C library that requests something new continues without it; a
/// harmful call is not executed either way.
///
/// - SeeAlso: docs/adr/0019-decoder-process.md
public enum SystemCallFilter: Sendable {
    /// Memory, messages on standard input, which is a socket, and exit.
    case decoder
    /// The same, plus reading files by name (fonts, library tables) and threads.
    case libraries

    /// Non-executable memory, time, randomness, and the exit of a thread and of the process.
    private static let always = [
        "brk", "clock_gettime", "exit", "exit_group", "futex", "getpid", "getrandom", "gettid", "madvise", "mremap",
        "munmap", "rt_sigprocmask", "rt_sigreturn", "sched_yield", "sysinfo",
    ]

    /// Additional calls that libraries need, none of which is a way out: nothing here creates, changes or sends
    /// anything. `fcntl`, which can make a file send signals and hold locks, is restricted to ``descriptorCommands``.
    private static let reading = [
        "access", "arch_prctl", "close", "faccessat", "faccessat2", "fadvise64", "fstat", "fstatfs",
        "getcwd", "getdents64", "geteuid", "getegid", "getgid", "getuid", "lseek", "lstat", "newfstatat", "pread64",
        "read", "readlink", "readlinkat", "readv", "rseq", "sched_getaffinity", "set_robust_list", "stat",
        "statfs", "statx", "uname",
    ]

    private static let descriptorCommands = [F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC]

    /// Applies the filter to the calling thread and all threads that it creates, and gives up the ability to gain
    /// privileges.
    ///
    /// - Throws: ``ConfinementError``.
    public func enter() throws(ConfinementError) {
        guard let filter = seccomp_init(DC_REFUSE) else { throw Self.refused(ENOMEM) }
        defer { seccomp_release(filter) }
        for name in Self.always { try Self.allow(name, filter) }
        let isNotRun = Self.argument(2, mask: UInt64(PROT_EXEC), equals: 0)
        try Self.allow("mmap", filter, where: isNotRun)
        try Self.allow("mprotect", filter, where: isNotRun)
        switch self {
        case .decoder:
            try Self.allow("read", filter, where: Self.argument(0, equals: UInt64(STDIN_FILENO)))
            try Self.allow("write", filter, where: Self.argument(0, equals: UInt64(STDIN_FILENO)))
        case .libraries:
            for name in Self.reading { try Self.allow(name, filter) }
            for command in Self.descriptorCommands {
                try Self.allow("fcntl", filter, where: Self.argument(1, equals: UInt64(command)))
            }
            try Self.allow("write", filter, where: Self.argument(0, equals: UInt64(STDOUT_FILENO)))
            try Self.allow("write", filter, where: Self.argument(0, equals: UInt64(STDERR_FILENO)))
            // Only its own limits, not those of other processes.
            try Self.allow("prlimit64", filter, where: Self.argument(0, equals: 0))
            let writing = UInt64(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND)
            try Self.allow("open", filter, where: Self.argument(1, mask: writing, equals: 0))
            try Self.allow("openat", filter, where: Self.argument(2, mask: writing, equals: 0))
            let thread = UInt64(DC_CLONE_THREAD)
            try Self.allow("clone", filter, where: Self.argument(0, mask: thread, equals: thread))
            // The arguments of `clone3` are in memory, which a filter cannot examine; without it, the C library uses
            // `clone`.
            try Self.add(DC_NOT_THERE, "clone3", filter)
        }
        let result = seccomp_load(filter)
        guard result == 0 else { throw Self.refused(-result) }
    }

    private static func refused(_ code: Int32) -> ConfinementError {
        .refused("a filter of system calls", errno: code)
    }

    private static func argument(_ number: UInt32, equals value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: number, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
    }

    private static func argument(_ number: UInt32, mask: UInt64, equals value: UInt64) -> scmp_arg_cmp {
        scmp_arg_cmp(arg: number, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
    }

    private static func allow(
        _ name: String, _ filter: scmp_filter_ctx, where argument: scmp_arg_cmp? = nil
    ) throws(ConfinementError) {
        try add(DC_ALLOW, name, filter, where: argument)
    }

    private static func add(
        _ action: UInt32, _ name: String, _ filter: scmp_filter_ctx, where argument: scmp_arg_cmp? = nil
    ) throws(ConfinementError) {
        let number = seccomp_syscall_resolve_name(name)
        // Newer architectures lack old calls such as `open`, which a negative number indicates.
        guard number >= 0 else { return }
        let arguments = argument.map { [$0] } ?? []
        let result = seccomp_rule_add_exact_array(filter, action, number, UInt32(arguments.count), arguments)
        guard result == 0 else { throw refused(-result) }
    }
}
