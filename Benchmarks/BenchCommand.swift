// The command `doorcheck-bench`, which scripts/bench builds and runs.

import ArgumentParser
import FoundationEssentials
import Glibc

@main
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doorcheck-bench",
        abstract: "Measures doorcheck against its peers.",
        discussion: """
            A table goes to standard error, one JSON object per figure to standard output. What the figures mean is in \
            docs/performance.md.
            """
    )

    /// All benchmarks, in the order in which they run.
    private static let benchmarks: [any Benchmark] = [
        SigningVerify(), LedgerAdmit(), LedgerLookup(), LedgerMemory(), ListImport(), CheckImages(),
    ]

    @Argument(help: "Which benchmarks to run (default: all).")
    var names: [String] = []

    @Flag(help: "Print the names of the benchmarks and what they measure.")
    var list = false

    @Flag(help: "Measure little: shows that the benchmarks work, its figures mean nothing.")
    var quick = false

    @Option(help: "A folder of pictures for check.images (default: DOORCHECK_IMAGES).", completion: .directory)
    var images: String?

    @Option(help: "Where ledgers are made: a folder on the disk to measure (default: beside this program).")
    var folder: String?

    @Option(help: .hidden)
    var measureMemory: String?

    /// Runs the command; a failure is one sentence on standard error and an exit status of sysexits.h.
    static func main() async {
        var command = parseOrExit()
        do {
            try await command.run()
        } catch {
            Self.note("doorcheck-bench: \(error)")
            Glibc.exit((error as? BenchmarkError)?.exitStatus ?? EX_SOFTWARE)
        }
    }

    mutating func run() async throws {
        #if DEBUG
            throw BenchmarkError.debugBuild
        #else
            if let measureMemory {
                print(try await LedgerMemory.peakKibibytes(decidingIn: measureMemory), terminator: "")
            } else if list {
                for benchmark in Self.benchmarks { print("\(benchmark.name): \(benchmark.summary)") }
            } else {
                try await measure(try chosen())
            }
        #endif
    }

    private func chosen() throws -> [any Benchmark] {
        let known = Self.benchmarks.map(\.name)
        if let unknown = names.first(where: { !known.contains($0) }) {
            throw BenchmarkError.unknown(name: unknown, known: known)
        }
        return names.isEmpty ? Self.benchmarks : Self.benchmarks.filter { names.contains($0.name) }
    }

    private func measure(_ benchmarks: [any Benchmark]) async throws {
        let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        var template = Array("\(folder ?? programs)/bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkError.folder(path: folder ?? programs, errno: errno)
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let images = images ?? ProcessInfo.processInfo.environment["DOORCHECK_IMAGES"]
        let workshop = Workshop(isQuick: quick, folder: path, images: images, programs: programs)

        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        Self.note(FigureTable.header)
        for benchmark in benchmarks {
            switch try await benchmark.run(in: workshop) {
            case .skipped(let why): Self.note(why)
            case .figures(let figures):
                for figure in figures {
                    Self.note(FigureTable.line(figure))
                    print(String(decoding: try encoder.encode(figure), as: UTF8.self))
                }
            }
        }
    }

    private static func note(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
