// A process that decodes pictures for this one.

internal import CLinux
internal import Glibc

/// A confined process, started when there is something to do, and again after a picture ended it.
///
/// Each call waits for the answer, so it belongs on a thread that may block. A class, so that the process is ended
/// exactly once; it belongs to one task or actor.
final class DecoderProcess: DecoderBackend {
    private let program: DecoderProgram
    private let limits: ImageLimits
    private let memory: SharedMemory
    private var running: (process: pid_t, socket: Int32)?

    /// - Parameters:
    ///   - program: What serves as a decoder.
    ///   - limits: The largest pictures that it will be given.
    /// - Throws: ``DecoderError/cannotStart(errno:)``.
    init(_ program: DecoderProgram, limits: ImageLimits = .default) throws(DecoderError) {
        (self.program, self.limits) = (program, limits)
        memory = try SharedMemory(count: max(limits.bytes, limits.pixels))
    }

    deinit { end() }

    var bytes: UnsafeMutableRawBufferPointer { memory.bytes }

    /// The process, where one runs, for tests that end it.
    var identifier: pid_t? { running?.process }

    /// Asks, and waits for the answer; after an error the next request starts a new process.
    func answer(to request: DecoderRequest, withinSeconds seconds: Int) throws(DecoderError) -> DecoderAnswer {
        do throws(DecoderError) {
            let (process, socket) = try asked(request.message)
            Self.limit(process, toSeconds: seconds)
            let message = try receive(withinSeconds: Self.timeout * seconds, process, socket)
            // What makes no sense comes from a process that is no longer ours.
            guard let answer = DecoderAnswer(message, UnsafeRawBufferPointer(bytes)) else { throw .ended(signal: 0) }
            return answer
        } catch {
            end()
            throw error
        }
    }

    func forget(_ used: Int) { memory.forget(used) }

    /// On a busy machine a second of work takes longer; one that sleeps instead of working must end as well.
    private static let timeout = 4
    /// How often it is asked whether anybody still waits, in milliseconds.
    private static let slice = 100.0

    /// The process with the request on its way to it. One that ended since its last answer did not end by this picture,
    /// so another is started.
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
            throw .notConfined
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
            // The program is ending, and nobody waits for this picture any more.
            guard !Task.isCancelled else { throw .tooSlow }
        }
        guard let message = DecoderMessage.receive(from: socket) else { throw ended(process) }
        return message
    }

    /// How a process ended that says nothing more.
    private func ended(_ process: pid_t) -> DecoderError {
        // It may have closed its socket and live on.
        kill(process, SIGKILL)
        var facts = siginfo_t()
        // It stays to be waited for, so that nobody else can get its number before it is forgotten.
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

    /// Lets it work so much longer than it has; where that cannot be set, the wait has its own end.
    private static func limit(_ process: pid_t, toSeconds seconds: Int) {
        var clock = clockid_t()
        var used = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &used) == 0 else { return }
        var limit = rlimit(rlim_cur: rlim_t(used.tv_sec + seconds + 1), rlim_max: rlim_t.max)
        _ = prlimit(process, Int32(RLIMIT_CPU.rawValue), &limit, nil)
    }
}
