// Instruction counts under callgrind, which do not depend on how busy the machine is.

import FoundationEssentials
import Glibc

/// Counts the instructions that a reader executes to decode a picture.
enum InstructionCount {
    /// Decodes pictures twice under callgrind and counts the second pass.
    ///
    /// Readers call `getppid` immediately before and after decoding; callgrind reports the instructions between the
    /// calls.
    ///
    /// - Parameters:
    ///   - files: The pictures.
    ///   - kind: The reader.
    ///   - context: The context for programs and files.
    /// - Returns: Millions of instructions per picture.
    /// - Throws: ``BenchmarkError/program(name:reason:)`` if valgrind or the reader fails.
    static func decoding(_ files: [LumaFile], with kind: DecoderKind, in context: BenchmarkContext) throws -> [Double] {
        let (profile, requests) = (context.folder + "/callgrind", context.folder + "/requests")
        let lines = (files + files).map { $0.request + "\n" }.joined()
        try Data(lines.utf8).write(to: URL(filePath: requests))
        let options = [
            "--tool=callgrind", "--dump-before=getppid", "--combine-dumps=yes", "--callgrind-out-file=\(profile)",
        ]
        var command = kind.command(in: context) ?? []
        if kind != .zxing { command[0] = try withoutDebugging(command[0], in: context) }
        try ChildProcess("valgrind", options + command, input: requests, output: context.folder + "/answers")
            .waitForSuccess()
        let text = String(decoding: FileManager.default.contents(atPath: profile) ?? Data(), as: UTF8.self)
        let totals = text.split(separator: "\n").filter { $0.hasPrefix("totals: ") }.compactMap {
            Double($0.dropFirst(8))
        }
        // The start, then alternately a decoding and the interval after it, then the end.
        guard totals.count == 4 * files.count + 1 else {
            throw BenchmarkError.program(name: "callgrind", reason: "counted \(totals.count) parts of \(kind)")
        }
        return files.indices.map { totals[2 * (files.count + $0) + 1] / 1e6 }
    }
    /// Returns a stripped copy of a program; valgrind 3.19 fails on the debugging information of Swift 6.
    private static func withoutDebugging(_ program: String, in context: BenchmarkContext) throws -> String {
        let copy = context.folder + "/stripped"
        try ChildProcess("strip", ["--strip-debug", "-o", copy, program], output: "/dev/null").waitForSuccess()
        return copy
    }
}
