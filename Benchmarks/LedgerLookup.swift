// ledger.lookup: the effect of a long ticket list on the door's speed.

import Admission
import Ledger

/// The time of a complete decision, verified and judged by the standard rules, on a long list and on a short one.
struct LedgerLookup: Benchmark {
    let name = "ledger.lookup"
    let summary = "decisions on 1 million tickets against 10 thousand, without and with their record on disk"

    func run(in context: BenchmarkContext) async throws -> Outcome {
        let sizes = context.listSizes
        let long = try await context.list(of: sizes.long)
        let short = try await context.list(of: sizes.short)
        let rounds = context.isQuick ? 3 : 15
        let peer = "\(sizes.short) tickets"

        let readings = try await compare(long, short, rounds: rounds, block: context.isQuick ? 100 : 2_000) {
            var dryRun = DryRun()
            _ = try await $0.decideWithoutRecording($1, on: SampleLedger.instant, in: &dryRun)
        }
        let decisions = try await compare(long, short, rounds: rounds, block: context.isQuick ? 40 : 200) {
            _ = try await $0.decide($1, on: SampleLedger.instant)
        }
        return .figures([
            Figure(name, in: .microseconds, against: peer, goal: .atMost(1.5), readings),
            Figure(name + ".commit", in: .microseconds, against: peer, goal: .atMost(1.5), decisions),
        ])
    }

    /// Measures microseconds per decision on both lists; each block uses new codes as long as there are any.
    private func compare(
        _ long: SampleLedger,
        _ short: SampleLedger,
        rounds: Int,
        block: Int,
        decide: (AdmissionDesk, String) async throws -> Void
    ) async throws -> Samples {
        let desks = (long: try await long.desk(), short: try await short.desk())
        var starts = (long: 0, short: 0)
        func measure(_ desk: AdmissionDesk, _ codes: [String], from start: inout Int) async throws -> Double {
            let elapsed = try await seconds {
                for index in start..<start + block { try await decide(desk, codes[index % codes.count]) }
            }
            start += block
            return elapsed * 1e6 / Double(block)
        }
        return try await Samples(rounds: rounds) {
            try await measure(desks.long, long.codes, from: &starts.long)
        } theirs: {
            try await measure(desks.short, short.codes, from: &starts.short)
        }
    }
}
