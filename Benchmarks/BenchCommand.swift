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

    /// All benchmarks, in execution order.
    private static let benchmarks: [any Benchmark] = [
        SigningVerify(), LedgerAdmit(), LedgerLookup(), LedgerMemory(), ZoneCount(), LedgerSync(), LedgerWait(),
        ListImport(),
        DecodePhotos(), DecodeDoors.doors, DecodeDoors.blur, DecodeBlurredPhotos(), DecodeApproach(), DecodeWidth(),
        DecodeNothing(),
        FrameTime(), CameraFrame(), ReadPhotos(),
    ]

    @Argument(help: "Which benchmarks to run, by name or by the first part of it (default: all).")
    var names: [String] = []

    @Flag(help: "Print the names of the benchmarks and what they measure.")
    var list = false

    @OptionGroup var options: BenchOptions

    @Option(help: .hidden)
    var measureMemory: String?

    /// Runs the command; a failure prints one sentence to standard error and exits with a status from sysexits.h.
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
        func isChosen(_ benchmark: any Benchmark, by name: String) -> Bool {
            benchmark.name == name || benchmark.name.hasPrefix(name + ".")
        }
        if let unknown = names.first(where: { name in !Self.benchmarks.contains { isChosen($0, by: name) } }) {
            throw BenchmarkError.unknown(name: unknown, known: Self.benchmarks.map(\.name))
        }
        guard !names.isEmpty else { return Self.benchmarks }
        return Self.benchmarks.filter { benchmark in names.contains { isChosen(benchmark, by: $0) } }
    }

    private func measure(_ benchmarks: [any Benchmark]) async throws {
        let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
        var template = Array("\(options.folder ?? programs)/bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw BenchmarkError.folder(path: options.folder ?? programs, errno: errno)
        }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let images = options.images ?? ProcessInfo.processInfo.environment["DOORCHECK_IMAGES"]
        let context = BenchmarkContext(options: options, folder: path, images: images, programs: programs)

        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        Self.note(FigureTable.header)
        for benchmark in benchmarks {
            let figures: [Figure]
            switch try await benchmark.run(in: context) {
            case .skipped(let why):
                Self.note(why)
                continue
            case .figures(let measured):
                figures = measured
                for figure in figures { Self.note(FigureTable.line(figure)) }
            case .table(let lines, let measured):
                figures = measured
                for line in lines { Self.note(line) }
                for figure in figures where figure.goal != nil { Self.note(FigureTable.line(figure)) }
            }
            for figure in figures {
                print(String(decoding: try encoder.encode(figure), as: UTF8.self))
            }
        }
    }

    private static func note(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
