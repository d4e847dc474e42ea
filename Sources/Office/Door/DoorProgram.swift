// A door on this machine, run by a program of its own.

import BlockingCalls
import DoorTexts
import FoundationEssentials
import Glibc
import Ledger
import TicketSigning

/// What the page shows of the door on this machine.
struct DoorState: Encodable, Sendable {
    /// `closed`, `opening`, `open` or `failed`.
    var state = "closed"
    var event: String?
    var gate: String?
    /// Where guests and staff see it.
    var address: String?
    /// The verdicts since it was opened, by their style.
    var counts: [String: Int] = [:]
    /// The newest verdicts, the newest first.
    var verdicts: [Line] = []
    /// What the door's program says, the newest last.
    var said: [String] = []
    /// The cameras of this machine.
    var cameras: [Camera] = []

    struct Line: Encodable, Sendable {
        let at: Int64
        let verdict: String
        let reason: String
        let name: String?
        let tier: String?
    }

    struct Camera: Encodable, Sendable {
        let path: String
        let name: String
    }
}

/// Opens and closes a door on this machine: `doorcheck run`, as a program of its own, so that the door does not depend
/// on the office.
actor DoorProgram {
    /// The program and the arguments that come before those of `run`.
    private let program: [String]
    private var state = DoorState()
    private var child: pid_t?
    private static let mostLines = 20

    /// - Parameter program: The path of `doorcheck`, and options that every command takes.
    init(program: [String]) {
        self.program = program
    }

    /// The door as it is now.
    var current: DoorState { state }

    /// Opens the door.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - gate: The gate's name.
    ///   - arguments: What else `run` gets: a camera, a folder of pictures.
    /// - Throws: ``OfficeRefusal`` if it is open already, or if the program cannot be started.
    func open(_ event: Event, gate: String, arguments: [String]) throws {
        guard child == nil else { throw OfficeRefusal("The door is open already; close it first.", because: .conflict) }
        let options = Array(program.dropFirst())
        let words = ["run", "--json", "--event", event.slug, "--gate", gate] + options + arguments
        let (process, verdicts, notes) = try Self.start(program.first ?? "doorcheck", words)
        child = process
        state = DoorState(state: "opening", event: event.id.description, gate: gate)
        Self.forEachLine(of: verdicts) { [weak self] line in await self?.take(verdict: line) }
        Self.forEachLine(of: notes) { [weak self] line in
            await self?.take(note: line)
        } end: { [weak self] in
            await self?.end(process)
        }
    }

    /// Closes the door, as at the end of an evening.
    func close() {
        guard let child else { return }
        kill(child, SIGTERM)
    }

    private func take(verdict line: String) {
        struct Verdict: Decodable {
            let verdict: String?
            let reason: String
            let holder: String?
            let tier: String?
        }
        guard let verdict = try? JSONDecoder().decode(Verdict.self, from: Data(line.utf8)), let word = verdict.verdict
        else { return }
        state.state = "open"
        state.counts[word, default: 0] += 1
        state.verdicts.insert(
            .init(
                at: WallClock.now.milliseconds, verdict: word, reason: verdict.reason, name: verdict.holder,
                tier: verdict.tier), at: 0)
        if state.verdicts.count > Self.mostLines { state.verdicts.removeLast() }
    }

    private func take(note line: String) {
        let prefix = "display at "
        if line.hasPrefix(prefix) {
            state.address = String(line.dropFirst(prefix.count))
            state.state = "open"
        } else {
            state.said.append(line)
            if state.said.count > Self.mostLines { state.said.removeFirst() }
        }
    }

    private func end(_ process: pid_t) {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The status of a program that ended by itself; a signal other than ours counts as a failure.
        let isGood = status & 0x7F == 0 && (status >> 8) & 0xFF == 0 || status & 0x7F == SIGTERM
        state.state = isGood ? "closed" : "failed"
        state.address = nil
        child = nil
    }

    // MARK: Processes

    /// Starts a program with standard output and standard error as pipes.
    private static func start(_ path: String, _ words: [String]) throws -> (pid_t, verdicts: Int32, notes: Int32) {
        let (output, errors) = (try pipe(), try pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.write, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.write, STDERR_FILENO)
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        var process = pid_t()
        let status = posix_spawn(&process, path, &actions, nil, &arguments, environ)
        Glibc.close(output.write)
        Glibc.close(errors.write)
        guard status == 0 else {
            Glibc.close(output.read)
            Glibc.close(errors.read)
            throw OfficeRefusal(
                "The door cannot be started: \(String(cString: strerror(status))).", because: .unavailable)
        }
        return (process, output.read, errors.read)
    }

    private static func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else {
            throw OfficeRefusal(
                "The door cannot be started: \(String(cString: strerror(errno))).", because: .unavailable)
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Passes on the lines of a pipe, from a thread of its own, until the program has ended.
    private static func forEachLine(
        of pipe: Int32, _ body: @escaping @Sendable (String) async -> Void,
        end: @escaping @Sendable () async -> Void = {}
    ) {
        let (lines, sender) = AsyncStream.makeStream(of: String.self)
        let reader = PipeReader(pipe)
        Task {
            await reader.run { sender.yield($0) }
            sender.finish()
        }
        Task {
            for await line in lines { await body(line) }
            await end()
        }
    }
}

/// Reads a pipe on a thread of its own.
private actor PipeReader {
    private let pipe: Int32
    private let queue = BlockingQueue(label: "door")

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(_ pipe: Int32) {
        self.pipe = pipe
    }

    /// Passes on each line until the other end is closed.
    func run(_ body: (String) -> Void) {
        defer { Glibc.close(pipe) }
        var rest: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 1 << 12)
        while true {
            let count = read(pipe, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            rest += piece.prefix(count)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                body(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeSubrange(...end)
            }
        }
        if !rest.isEmpty { body(String(decoding: rest, as: UTF8.self)) }
    }
}
