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
        do { process = try spawn(Array(input.utf8)) } catch { return .notStarted(program: path, errno: error.errno) }
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

    private func spawn(_ input: [UInt8]) throws(ProcessLauncher.Failure) -> pid_t {
        let file = try ProcessLauncher.file(named: "verdict", containing: input)
        defer { close(file) }
        // Our standard output is data for another program.
        return try ProcessLauncher.start(
            path, arguments: [path],
            descriptors: [.copy(of: file), .copy(of: STDERR_FILENO), .copy(of: STDERR_FILENO)])
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
