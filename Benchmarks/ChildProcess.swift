// Child processes.

import Glibc

/// A running program whose output goes to a file; its standard error is discarded.
struct ChildProcess {
    let name: String
    let id: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: A path, or a name to look up in `PATH`.
    ///   - arguments: The arguments, without the program's name.
    ///   - input: The file for standard input.
    ///   - output: The file for standard output; overwritten.
    /// - Throws: ``BenchmarkError/program(name:reason:)``.
    init(_ program: String, _ arguments: [String], input: String = "/dev/null", output: String) throws {
        name = program
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, program, &actions, nil, words, environ)
        guard code == 0 else {
            throw BenchmarkError.program(name: program, reason: "does not start: \(String(cString: strerror(code)))")
        }
        self.id = id
    }

    /// Waits until the program ends.
    ///
    /// - Returns: Its exit status.
    /// - Throws: ``BenchmarkError/program(name:reason:)`` if a signal ended it.
    @discardableResult
    func wait() throws -> Int32 {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0 {
            guard errno == EINTR else { throw BenchmarkError.program(name: name, reason: "was lost") }
        }
        // WIFSIGNALED and WEXITSTATUS are macros that Swift does not import.
        guard status & 0x7F == 0 else {
            throw BenchmarkError.program(name: name, reason: "was ended by signal \(status & 0x7F)")
        }
        return status >> 8 & 0xFF
    }

    /// Waits until the program ends, and requires success.
    ///
    /// - Throws: ``BenchmarkError/program(name:reason:)`` for any exit status but 0.
    func waitForSuccess() throws {
        let status = try wait()
        guard status == 0 else { throw BenchmarkError.program(name: name, reason: "ended with status \(status)") }
    }
    /// Returns the processor time that programs use, including their start and end.
    ///
    /// - Parameter body: Starts programs and waits for them; no other child may end meanwhile.
    /// - Returns: The time in user and system mode, in seconds.
    /// - Throws: Rethrows errors of `body`.
    static func processorSeconds(of body: () throws -> Void) throws -> Double {
        func used() -> Double {
            var usage = rusage()
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
            return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
        }
        let before = used()
        try body()
        return used() - before
    }
}
