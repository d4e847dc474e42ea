// Programs that the office starts.

import DoorOutput
import DoorTexts
import Glibc
import Organising

/// A program of its own, whose output goes to files. Files, not pipes: if the office ends, however it ends, the program
/// can still write, and goes on.
struct ChildProgram {
    let process: pid_t
    /// What the kernel says of a program that is no child of this process; `nil` for a child.
    private let orphan: ProcessFolder?
    private var output: OutputLines
    private var errors: OutputLines

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - words: Its arguments.
    ///   - name: What it is called in a refusal, such as "The door".
    /// - Throws: ``OfficeRefusal`` if it cannot be started; ``FileError``.
    init(_ path: String, _ words: [String], named name: String) throws {
        (output, errors) = (try OutputLines(), try OutputLines())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.file.descriptor, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors.file.descriptor, STDERR_FILENO)
        var arguments = ([path] + words).map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        OpenFiles.closeOnExec()
        // Whatever this process ignores or blocks, the program can be ended.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (usual, none) = (sigset_t(), sigset_t())
        sigfillset(&usual)
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var process = pid_t()
        let status = posix_spawn(&process, path, &actions, &attributes, &arguments, environ)
        guard status == 0 else {
            throw OfficeRefusal(
                "\(name) cannot be started: \(String(cString: strerror(status))).", because: .unavailable)
        }
        self.process = process
        orphan = nil
        // Opened again, because a lock on what the program writes to would be the program's too.
        if let file = ProcessFolder(getpid())?.file(output.file.descriptor), file.claim() {
            output = OutputLines(of: file)
        }
    }

    /// Follows a program that an earlier office has started, and reads its output from the beginning; `nil` if the
    /// output cannot be read, or another office follows it.
    ///
    /// - Parameter orphan: The program.
    init?(_ orphan: ProcessFolder) {
        guard let output = orphan.file(STDOUT_FILENO), let errors = orphan.file(STDERR_FILENO), output.claim() else {
            return nil
        }
        (self.output, self.errors) = (OutputLines(of: output), OutputLines(of: errors))
        (process, self.orphan) = (orphan.process, orphan)
    }

    /// How a program ended.
    enum End {
        /// By itself with success, because the office asked it to, or nobody knows how.
        case good
        case bad
    }

    /// Returns what the program has written since the last time, and whether it has ended.
    mutating func look() -> (output: [String], errors: [String], end: End?) {
        if let orphan {
            let hasEnded = !orphan.isRunning
            return (output.next(), errors.next(), hasEnded ? .good : nil)
        }
        var status: Int32 = 0
        let waited = waitpid(process, &status, WNOHANG)
        let hasEnded = waited == process || waited < 0 && errno != EINTR
        // The status of a program that ended by itself; a signal other than ours counts as a failure.
        let isGood = status & 0x7F == 0 && (status >> 8) & 0xFF == 0 || status & 0x7F == SIGTERM
        return (output.next(), errors.next(), hasEnded ? (isGood ? .good : .bad) : nil)
    }

    /// Ends the program.
    ///
    /// - Parameter isHung: Whether it does not end when it is asked to.
    func end(atOnce isHung: Bool = false) {
        // Its number may be another process's meanwhile; a child keeps its number.
        if let orphan, !orphan.isRunning { return }
        kill(process, isHung ? SIGKILL : SIGTERM)
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

    init(of file: TemporaryFile) {
        self.file = file
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
