// A process that decodes pictures for this one.

internal import CLinux
internal import Glibc

/// A confined process, started when it is needed, and again after a picture ended it.
///
/// Each call waits for the answer, so it belongs on a thread that may block. It is a class so that the process is
/// ended exactly once; it must be used by one task or actor.
final class DecoderProcess: DecoderBackend {
    private let program: DecoderProgram
    private let limits: ImageLimits
    private let memory: SharedMemory
    private var running: (process: pid_t, socket: Int32)?

    /// Creates a decoder without starting its process.
    ///
    /// - Parameters:
    ///   - program: The program that serves as a decoder.
    ///   - limits: The size limits of pictures passed to it.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    init(_ program: DecoderProgram, limits: ImageLimits = .default) throws(DecoderError) {
        (self.program, self.limits) = (program, limits)
        memory = try SharedMemory(count: max(limits.bytes, limits.pixels))
    }

    deinit { end() }

    var bytes: UnsafeMutableRawBufferPointer { memory.bytes }

    /// The process id while a process is running, for tests that end it.
    var identifier: pid_t? { running?.process }

    /// Sends a request and waits for the answer; after an error, the next request starts a new process.
    func answer(to request: DecoderRequest, withinSeconds seconds: Int) throws(DecoderError) -> DecoderAnswer {
        do throws(DecoderError) {
            let (process, socket) = try asked(request.message)
            Self.limit(process, toSeconds: seconds)
            let message = try receive(withinSeconds: Self.timeout * seconds, process, socket)
            // A malformed answer comes from a process that is no longer under our control.
            guard let answer = DecoderAnswer(message, UnsafeRawBufferPointer(bytes)) else { throw .ended(signal: 0) }
            return answer
        } catch {
            end()
            throw error
        }
    }

    func forget(_ used: Int) { memory.forget(used) }

    /// The factor by which elapsed time may exceed processor time: on a busy machine, a second of work takes longer,
    /// and a process that sleeps instead of working must end as well.
    private static let timeout = 4
    /// The interval between checks for cancellation, in milliseconds.
    private static let slice = 100.0

    /// Sends a request and returns the process that handles it. A process that has ended since its last answer was
    /// not ended by this picture, so another one is started.
    private func asked(_ message: DecoderMessage) throws(DecoderError) -> (process: pid_t, socket: Int32) {
        if let running, message.send(to: running.socket) { return running }
        end()
        let fresh = try started()
        guard message.send(to: fresh.socket) else { throw ended(fresh.process) }
        return fresh
    }

    private func started() throws(DecoderError) -> (process: pid_t, socket: Int32) {
        if let running { return running }
        let started = try program.start(sharing: memory, limits: limits)
        running = started
        let message: DecoderMessage
        do throws(DecoderError) {
            message = try receive(withinSeconds: 20, started.process, started.socket)
        } catch {
            throw error == .tooSlow ? .tooSlow : .notConfined
        }
        guard message == DecoderAnswer.ready else { throw .notConfined }
        return started
    }

    private func receive(
        withinSeconds seconds: Int, _ process: pid_t, _ socket: Int32
    ) throws(DecoderError) -> DecoderMessage {
        let end = ContinuousClock.now + .seconds(seconds)
        var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        while true {
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            guard left > 0 else { throw .tooSlow }
            let count = poll(&wanted, 1, Int32(min(left, Self.slice).rounded(.up)))
            guard count >= 0 || errno == EINTR else { throw .cannotStart(errno: errno) }
            if count > 0 { break }
            // The program is ending, and no one waits for this picture any more.
            guard !Task.isCancelled else { throw .tooSlow }
        }
        guard let message = DecoderMessage.receive(from: socket) else { throw ended(process) }
        return message
    }

    /// Returns how a process ended that no longer answers.
    private func ended(_ process: pid_t) -> DecoderError {
        // The process may have closed its socket without ending.
        kill(process, SIGKILL)
        var facts = siginfo_t()
        // The process remains a zombie, so its number is not reused before it is reaped.
        while waitid(P_PID, id_t(process), &facts, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        let signal = facts.si_code == CLD_EXITED ? 0 : facts._sifields._sigchld.si_status
        return signal == SIGXCPU ? .tooSlow : .ended(signal: signal)
    }

    private func end() {
        guard let (process, socket) = running else { return }
        running = nil
        close(socket)
        kill(process, SIGKILL)
        var status = Int32(0)
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
    }

    /// Limits the processor time of the process to this much more than it has used; if that cannot be set, the wait
    /// has its own timeout.
    private static func limit(_ process: pid_t, toSeconds seconds: Int) {
        let used = dc_processor_seconds(process)
        guard used >= 0 else { return }
        var limit = rlimit(rlim_cur: rlim_t(used + seconds + 1), rlim_max: rlim_t.max)
        _ = prlimit(process, Int32(RLIMIT_CPU.rawValue), &limit, nil)
    }
}
