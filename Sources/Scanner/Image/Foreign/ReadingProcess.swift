// A process that reads a file for us.

internal import CLinux
internal import Confinement
internal import Glibc

/// A running program with a file on its standard input; what it writes is read here. A class, so that it is ended exactly
/// once: a structure that cannot be copied, with a clock's instant in it, is not ended at all by Swift 6.3.
final class ReadingProcess {
    private let output: Int32
    /// The program's process.
    let process: pid_t
    private let deadline: ContinuousClock.Instant

    /// - Parameters:
    ///   - program: Its path.
    ///   - arguments: After its name.
    ///   - input: What its standard input holds, as a file that can be read anywhere.
    ///   - seconds: How long it may take by the clock; its own limit is one of processor time, which sleeping does not use.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``.
    init(
        _ program: String, _ arguments: [String], input: [UInt8], withinSeconds seconds: Int
    ) throws(ImageFileError) {
        let file = memfd_create("picture", UInt32(DC_MFD_CLOEXEC))
        guard file >= 0 else { throw .cannotRead(errno: errno) }
        defer { close(file) }
        guard Glibc.write(file, input, input.count) == input.count else { throw .outOfMemory }
        lseek(file, 0, SEEK_SET)
        var ends = [Int32](repeating: 0, count: 2)
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .cannotRead(errno: errno) }
        defer { close(ends[1]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        // Libraries chat about what is wrong with a file; our error says it once.
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = FreshProcess.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        // Nothing of our environment is its business.
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        let result = posix_spawn(&process, program, &actions, &attributes, &words, &environment)
        guard result == 0 else {
            close(ends[0])
            throw .cannotRead(errno: result)
        }
        (output, self.process, deadline) = (ends[0], process, .now + .seconds(seconds))
    }

    deinit {
        close(output)
        // One that is still at work is of no more use; one that ended is not there to be hit.
        kill(process, SIGKILL)
        var status = Int32(0)
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
    }

    /// - Returns: Exactly so many bytes; nil where the program ended before.
    func read(_ count: Int) -> [UInt8]? {
        let bytes = readRest(atMost: count)
        return bytes.count == count ? bytes : nil
    }

    /// - Returns: What comes until the end, or until there are so many bytes.
    func readRest(atMost limit: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
            while count < limit, hasNews() {
                let got = Glibc.read(output, bytes.baseAddress?.advanced(by: count), limit - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
        }
    }

    /// Waits until there is something to read, or the end of it.
    ///
    /// - Returns: `false` where the time is over, or nobody waits any more.
    private func hasNews() -> Bool {
        var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        while !Task.isCancelled, .now < deadline {
            if poll(&wanted, 1, Self.slice) > 0 { return true }
        }
        return false
    }

    /// How often it is asked whether anybody still waits, in milliseconds.
    private static let slice: Int32 = 100

    /// Waits for the program's end, which follows that of its output.
    ///
    /// - Returns: Its status; nil where a signal ended it, as one does that reaches a limit, and where it does not end.
    func end() -> Int32? {
        var facts = siginfo_t()
        // It stays to be waited for, so that nobody else can get its number before `deinit`.
        while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT | WNOHANG) != 0 || facts.si_signo == 0 {
            guard .now < deadline else { return nil }
            usleep(1000)
        }
        return facts.si_code == CLD_EXITED ? facts._sifields._sigchld.si_status : nil
    }
}
