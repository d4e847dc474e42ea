// A process that reads a picture file.

internal import CLinux
internal import Confinement
internal import Glibc

/// A running program with a file on its standard input, whose output is read here. It is a class so that the process
/// is ended exactly once: Swift 6.3 does not run the `deinit` of a noncopyable structure that contains a clock's
/// instant.
final class ReadingProcess {
    private let output: Int32
    /// The program's process.
    let process: pid_t
    private let deadline: ContinuousClock.Instant

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The program's path.
    ///   - arguments: The arguments after the program's name.
    ///   - input: The contents of its standard input, which is a seekable file.
    ///   - seconds: The limit of elapsed time; the program's own limit is of processor time, which sleeping does not
    ///     consume.
    /// - Throws: ``ImageFileError/cannotRead(errno:)``.
    init(
        _ program: String, _ arguments: [String], input: [UInt8], withinSeconds seconds: Int
    ) throws(ImageFileError) {
        var ends = [Int32](repeating: 0, count: 2)
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw .cannotRead(errno: errno) }
        defer { close(ends[1]) }
        do {
            let file = try ProcessLauncher.file(named: "picture", containing: input)
            defer { close(file) }
            // The program gets nothing from our environment. Libraries print details of a damaged file; our error
            // reports it once.
            process = try ProcessLauncher.start(
                program, arguments: [program] + arguments, environment: [],
                descriptors: [.copy(of: file), .copy(of: ends[1]), .null])
        } catch {
            close(ends[0])
            throw error.errno == ENOMEM ? .outOfMemory : .cannotRead(errno: error.errno)
        }
        (output, deadline) = (ends[0], .now + .seconds(seconds))
    }

    deinit {
        close(output)
        // A process that is still running is no longer needed; one that has ended is not affected.
        kill(process, SIGKILL)
        var status = Int32(0)
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
    }

    /// Reads an exact number of bytes.
    ///
    /// - Returns: The bytes; nil if the program ended first.
    func read(_ count: Int) -> [UInt8]? {
        let bytes = readRest(atMost: count)
        return bytes.count == count ? bytes : nil
    }

    /// Reads the rest of the output, up to a limit.
    ///
    /// - Returns: The bytes up to the end of the output or to the limit.
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

    /// Waits until there is output to read, or its end.
    ///
    /// - Returns: `false` if the time is over or the task was cancelled.
    private func hasNews() -> Bool {
        var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        while !Task.isCancelled, .now < deadline {
            if poll(&wanted, 1, Self.slice) > 0 { return true }
        }
        return false
    }

    /// The interval between checks for cancellation, in milliseconds.
    private static let slice: Int32 = 100

    /// Waits for the program to end after its output has ended.
    ///
    /// - Returns: The exit status; nil if a signal ended it, for example at a resource limit, or if it does not end.
    func end() -> Int32? {
        var facts = siginfo_t()
        // The process remains a zombie, so its number is not reused before `deinit`.
        while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT | WNOHANG) != 0 || facts.si_signo == 0 {
            guard .now < deadline else { return nil }
            usleep(1000)
        }
        return facts.si_code == CLD_EXITED ? facts._sifields._sigchld.si_status : nil
    }
}
