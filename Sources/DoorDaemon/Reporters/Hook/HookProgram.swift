// Running a program for a verdict.

import BlockingCalls
import CLinux
import Confinement
import DoorOutput
import Glibc

/// Runs the organiser's program, one process per verdict, on a separate thread.
actor HookProgram {
    private let path: String
    private let seconds: Int
    private let queue = BlockingQueue(label: "hook")

    /// How long a process may take to exit after SIGTERM.
    private static let grace = Duration.milliseconds(300)
    /// How soon a cancelled caller returns.
    private static let sliceMilliseconds: Int32 = 50

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Parameters:
    ///   - path: The program.
    ///   - seconds: The time limit.
    init(path: String, seconds: Int) {
        self.path = path
        self.seconds = seconds
    }

    /// Runs the program and waits for its end; at the time limit, or if the task is cancelled, its process group
    /// receives SIGTERM, then SIGKILL.
    ///
    /// - Parameter input: The text for standard input.
    /// - Returns: The failure; `nil` on success.
    func run(input: String) -> HookFailure? {
        let process: pid_t
        switch spawn(Array(input.utf8)) {
        case .success(let id): process = id
        case .failure(let error): return .notStarted(program: path, errno: error.code)
        }
        let isInTime = waits(for: process, atMost: .seconds(seconds)) { Task.isCancelled }
        if !isInTime {
            kill(-process, SIGTERM)
            _ = waits(for: process, atMost: Self.grace) { false }
            // The process is not reaped yet, so its process group ID cannot have been reused.
            kill(-process, SIGKILL)
        }
        let failure = reap(process)
        if isInTime { return failure }
        return Task.isCancelled ? .cutShort(program: path) : .tooSlow(program: path, seconds: seconds)
    }

    private struct SpawnError: Error {
        let code: Int32
    }

    private func spawn(_ input: [UInt8]) -> Result<pid_t, SpawnError> {
        // A file instead of a pipe: a program that does not read its input blocks no one.
        let file = memfd_create("verdict", UInt32(DC_MFD_CLOEXEC))
        guard file >= 0, write(file, input, input.count) == input.count else {
            return .failure(SpawnError(code: errno))
        }
        defer { close(file) }
        lseek(file, 0, SEEK_SET)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, file, STDIN_FILENO)
        // Our standard output is data for another program.
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = FreshProcess.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var words = [strdup(path), nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let result = posix_spawn(&process, path, &actions, &attributes, &words, environ)
        return result == 0 ? .success(process) : .failure(SpawnError(code: result))
    }

    /// - Returns: Whether the process ended in time; it is not reaped.
    private func waits(for process: pid_t, atMost limit: Duration, unless isCancelled: () -> Bool) -> Bool {
        let end = ContinuousClock.now + limit
        let descriptor = pidfd_open(process, 0)
        defer { close(descriptor) }
        var ended = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while ContinuousClock.now < end, !isCancelled() {
            if poll(&ended, 1, Self.sliceMilliseconds) > 0 { return true }
        }
        return false
    }

    private func reap(_ process: pid_t) -> HookFailure? {
        var facts = siginfo_t()
        while waitid(P_PID, id_t(process), &facts, WEXITED) == -1 {
            // If the parent process left SIGCHLD ignored, the exit status is not available.
            guard errno == EINTR else { return nil }
        }
        let status = facts._sifields._sigchld.si_status
        if facts.si_code != CLD_EXITED { return .killed(program: path, signal: status) }
        return status == 0 ? nil : .failed(program: path, status: status)
    }
}
