// A door on this machine, run by a program of its own.

import DoorOutput
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
        let words = ["run", "--json", "--event=\(event.slug)", "--gate=\(gate)"] + options + arguments
        let (verdicts, notes) = (try OutputLines(), try OutputLines())
        let process = try Self.start(program.first ?? "doorcheck", words, verdicts.file, notes.file)
        child = process
        state = DoorState(state: "opening", event: event.id.description, gate: gate)
        Task { await follow(process, verdicts, notes) }
    }

    /// Takes what the door's program writes, until it has ended.
    private func follow(_ process: pid_t, _ verdicts: OutputLines, _ notes: OutputLines) async {
        var (verdicts, notes) = (verdicts, notes)
        var status: Int32 = 0
        var hasEnded = false
        repeat {
            let waited = waitpid(process, &status, WNOHANG)
            hasEnded = waited == process || waited < 0 && errno != EINTR
            for line in verdicts.next() { take(verdict: line) }
            for line in notes.next() { take(note: line) }
            if !hasEnded { try? await Task.sleep(for: .milliseconds(200)) }
        } while !hasEnded
        // The status of a program that ended by itself; a signal other than ours counts as a failure.
        let isGood = status & 0x7F == 0 && (status >> 8) & 0xFF == 0 || status & 0x7F == SIGTERM
        state.state = isGood ? "closed" : "failed"
        state.address = nil
        child = nil
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

    // MARK: The program

    /// Starts a program whose output goes to files. Files, not pipes: if the office ends, however it ends, the door can
    /// still write, and goes on.
    private static func start(
        _ path: String, _ words: [String], _ output: TemporaryFile, _ errors: TemporaryFile
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.descriptor, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.descriptor, STDERR_FILENO)
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        OpenFiles.closeOnExec()
        var process = pid_t()
        let status = posix_spawn(&process, path, &actions, nil, &arguments, environ)
        guard status == 0 else {
            throw OfficeRefusal(
                "The door cannot be started: \(String(cString: strerror(status))).", because: .unavailable)
        }
        return process
    }
}

/// The lines that a program writes to a file.
private struct OutputLines {
    let file: TemporaryFile
    private var offset = 0
    private var rest: [UInt8] = []

    init() throws {
        file = try TemporaryFile()
    }

    /// Returns the lines that are complete since the last time.
    mutating func next() -> [String] {
        while let piece = try? file.bytes(at: offset), !piece.isEmpty {
            offset += piece.count
            rest += piece
        }
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        let lines = rest[..<end].split(separator: UInt8(ascii: "\n"))
        rest.removeSubrange(...end)
        return lines.map { String(decoding: $0, as: UTF8.self) }
    }
}
