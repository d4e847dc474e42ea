// The built program, run as a person or another program would.

import Foundation
import TestSupport
import Testing

/// A program and what it is run with.
struct Program {
    let path: String
    var environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("DOORCHECK_") }

    /// What a run left behind.
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        var lines: [String] { output.split(separator: "\n").map(String.init) }

        /// The output as JSON Lines.
        var objects: [[String: Any]] { lines.compactMap(Program.object) }
    }

    /// The `doorcheck` that was built with these tests.
    static let doorcheck = {
        var program = Program(path: folder + "/doorcheck")
        // Tests run at the same time, and a port is there only once.
        program.environment["DOORCHECK_DISPLAY_ENABLED"] = "false"
        program.environment["DOORCHECK_SOUND_MUTE"] = "true"
        return program
    }()

    /// The folder that this package's programs are built into: that of the running test bundle.
    static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path()

    /// The package itself.
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

    static func object(_ line: String) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }

    /// Runs to the end.
    func run(_ arguments: [String], input: String = "") async throws -> Result {
        try await start(arguments, input: input).finish()
    }

    /// Starts and does not wait.
    func start(_ arguments: [String], input: String? = nil) throws -> RunningProgram {
        try RunningProgram(path, arguments, environment: environment, input: input)
    }

    /// Starts without root's right to read and write everything (capabilities(7)).
    func startWithoutPrivileges(_ arguments: [String], input: String? = nil) throws -> RunningProgram {
        guard geteuid() == 0 else { return try start(arguments, input: input) }
        return try Program(path: "/usr/bin/setpriv", environment: environment)
            .start(["--bounding-set=-all", "--inh-caps=-all", path] + arguments, input: input)
    }

    /// Runs to the end without root's right to read and write everything.
    func runWithoutPrivileges(_ arguments: [String]) async throws -> Result {
        try await startWithoutPrivileges(arguments, input: "").finish()
    }
}

/// A program that runs.
final class RunningProgram: Sendable {
    let process: Process
    private let input: FileHandle
    private let output: FileHandle
    private let errors: FileHandle
    private let ended: AsyncStream<Int32>

    init(
        _ path: String, _ arguments: [String], environment: [String: String], input: String?,
        terminal: FileHandle? = nil
    ) throws {
        let pipes = (input: Pipe(), output: Pipe(), errors: Pipe())
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = environment
        if let terminal { process.standardInput = terminal } else { process.standardInput = pipes.input }
        process.standardOutput = pipes.output
        process.standardError = pipes.errors
        let (ended, continuation) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            // A shell tells a program that was killed by signal n as 128 + n.
            let signalled = process.terminationReason == .uncaughtSignal
            continuation.yield(process.terminationStatus + (signalled ? 128 : 0))
            continuation.finish()
        }
        try process.run()
        if let input {
            pipes.input.fileHandleForWriting.write(Data(input.utf8))
            try pipes.input.fileHandleForWriting.close()
        }
        self.process = process
        self.ended = ended
        self.input = pipes.input.fileHandleForWriting
        output = pipes.output.fileHandleForReading
        errors = pipes.errors.fileHandleForReading
    }

    /// Types into standard input, where the program was started without any.
    func type(_ text: String) {
        input.write(Data(text.utf8))
    }

    /// The processes that it has started and that live.
    var children: [Int32] {
        let path = "/proc/\(process.processIdentifier)/task"
        let tasks = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return tasks.flatMap { task in
            let list = try? String(contentsOfFile: "\(path)/\(task)/children", encoding: .utf8)
            return (list ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until the output contains every one of some texts, in any order.
    func wait(for texts: String...) async throws {
        let output = output
        let isSeen = await Self.inBackground {
            var seen = Data()
            while !texts.allSatisfy(String(decoding: seen, as: UTF8.self).contains) {
                let more = output.availableData
                if more.isEmpty { return false }
                seen += more
            }
            return true
        }
        #expect(isSeen, "the program ended without writing \(texts)")
    }

    /// Waits until more has been written to the output that contains a text.
    ///
    /// - Returns: All of it since the last look.
    func output(until text: String) async -> String {
        let output = output
        return await Self.inBackground {
            var seen = Data()
            while !String(decoding: seen, as: UTF8.self).contains(text) {
                let more = output.availableData
                if more.isEmpty { break }
                seen += more
            }
            return String(decoding: seen, as: UTF8.self)
        }
    }

    /// The letter of its state: `T` where it was stopped; `nil` where it has ended.
    var state: Character? { Self.state(of: process.processIdentifier) }

    /// The same of any process; a zombie has ended.
    static func state(of process: Int32) -> Character? {
        let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let letter = text?.split(separator: ")").last?.split(separator: " ").first?.first
        return letter == "Z" ? nil : letter
    }

    /// Waits until standard error contains a text.
    ///
    /// - Returns: All of it so far.
    func complaints(until text: String) async -> String {
        let errors = errors
        return await Self.inBackground {
            var seen = Data()
            while !String(decoding: seen, as: UTF8.self).contains(text) {
                let more = errors.availableData
                if more.isEmpty { break }
                seen += more
            }
            return String(decoding: seen, as: UTF8.self)
        }
    }

    /// Waits for the end and takes all that was written since the last look; to be called once.
    func finish() async -> Program.Result {
        async let written = Self.rest(of: output)
        async let complaints = Self.rest(of: errors)
        let (text, words) = await (written, complaints)
        var status: Int32 = -1
        for await value in ended { status = value }
        // Foundation keeps a process and its pipes; beyond 1,024 open files it hears of no process's end any more.
        for handle in [input, output, errors] { try? handle.close() }
        return Program.Result(status: status, output: text, errors: words)
    }

    private static func rest(of handle: FileHandle) async -> String {
        await inBackground { String(decoding: handle.readDataToEndOfFile(), as: UTF8.self) }
    }

    /// Runs something that blocks off Swift's own threads.
    private static func inBackground<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: body()) }
        }
    }
}
