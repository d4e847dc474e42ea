// A reader in a separate process, so that all are measured the same way and none affects another.

import FoundationEssentials
import Glibc

/// A running reader that decodes one picture at a time.
///
/// It times its decoding call itself; its start, the transfer of pictures and the reading of answers are not
/// measured.
final class DecoderProcess {
    let kind: DecoderKind
    /// The name and version that the reader reported.
    private(set) var name = ""

    /// A reader's first message.
    private struct Greeting: Decodable {
        let name: String
        /// Empty for our readers.
        let version: String
    }

    private let program: String
    private let requests: UnsafeMutablePointer<FILE>
    private let answers: UnsafeMutablePointer<FILE>
    private let id: pid_t

    /// Starts a reader.
    ///
    /// - Parameters:
    ///   - kind: The kind of reader.
    ///   - command: The program and its arguments.
    /// - Throws: ``BenchmarkError/program(name:reason:)``.
    init(_ kind: DecoderKind, command: [String]) throws {
        self.kind = kind
        program = command.joined(separator: " ")
        // A reader that has ended is detected by its missing answer.
        signal(SIGPIPE, SIG_IGN)
        let (input, output) = (try Self.pipe(), try Self.pipe())
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.reading, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output.writing, STDOUT_FILENO)
        let words = command.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var id: pid_t = 0
        let code = posix_spawnp(&id, command[0], &actions, nil, words, environ)
        close(input.reading)
        close(output.writing)
        guard code == 0, let requests = fdopen(input.writing, "w"), let answers = fdopen(output.reading, "r") else {
            throw BenchmarkError.program(name: program, reason: "does not start: \(String(cString: strerror(code)))")
        }
        (self.id, self.requests, self.answers) = (id, requests, answers)
        let greeting: Greeting = try answer()
        name = greeting.version.isEmpty ? greeting.name : "\(greeting.name) \(greeting.version)"
    }

    deinit {
        fclose(requests)
        fclose(answers)
        waitpid(id, nil, 0)
    }

    /// Decodes a picture once.
    ///
    /// - Throws: ``BenchmarkError/program(name:reason:)`` if the reader has ended.
    func decode(_ file: LumaFile) throws -> DecodeAnswer {
        fputs(file.request + "\n", requests)
        fflush(requests)
        return try answer()
    }

    private func answer<Message: Decodable>() throws -> Message {
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        let count = getline(&line, &capacity, answers)
        guard count > 0, let line else {
            throw BenchmarkError.program(name: program, reason: "ended before it answered")
        }
        return try JSONDecoder().decode(Message.self, from: Data(bytes: line, count: count))
    }

    /// Creates a pipe whose ends other children do not inherit.
    private static func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
            throw BenchmarkError.program(name: "A pipe", reason: "cannot be made")
        }
        return (ends[0], ends[1])
    }
}
