// ledger.memory: the memory and disk space that a long ticket list needs.

import Admission
import FoundationEssentials

/// Peak resident memory of a process that opens a ledger and decides, and the size of its file, on a long list and on
/// a short one.
struct LedgerMemory: Benchmark {
    let name = "ledger.memory"
    let summary = "peak memory of a deciding process, and file size per ticket, 1 million tickets against 10 thousand"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let sizes = context.listSizes
        let long = try await context.list(of: sizes.long)
        let short = try await context.list(of: sizes.short)
        let probe = context.programs + "/doorcheck-bench"
        func megabytes(_ list: SampleLedger) throws -> Double {
            let output = list.folder + "/memory"
            try ChildProcess(probe, ["--measure-memory", list.folder], output: output).waitForSuccess()
            let text = String(decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
            guard let kibibytes = Double(text) else {
                throw BenchmarkError.program(name: probe, reason: "did not tell its memory")
            }
            return kibibytes * 1024 / 1e6
        }
        let memory = try await Samples(rounds: 3) {
            try megabytes(long)
        } theirs: {
            try megabytes(short)
        }
        let file = Samples(
            ours: Double(long.byteCount) / Double(sizes.long),
            theirs: Double(short.byteCount) / Double(sizes.short)
        )
        let peer = "\(sizes.short) tickets"
        return .figures([
            Figure(name, in: .megabytes, against: peer, goal: .atMost(1.5), memory),
            Figure(name + ".file", in: .bytes, against: peer + ", per ticket", file),
        ])
    }

    /// Decides on a thousand tickets: the measured part, in a process that has done nothing else.
    ///
    /// - Parameter folder: The folder of a ``SampleLedger``.
    /// - Returns: The process's peak resident memory in KiB, as counted by Linux (proc(5), VmHWM).
    /// - Throws: `LedgerError` and others.
    static func peakKibibytes(decidingIn folder: String) async throws -> String {
        let list = try await SampleLedger(opening: folder)
        let desk = try await list.desk()
        for code in list.codes.prefix(1_000) { _ = try await desk.decide(code, on: SampleLedger.instant) }
        let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line?.filter(\.isNumber) ?? ""
    }
}
