// Several ledgers through everything that goes wrong between them.

import Glibc
import TestSupport
import Testing

struct SimulationTests {
    /// `DOORCHECK_SIMULATIONS`; `scripts/simulate` runs more.
    static let runs = getenv("DOORCHECK_SIMULATIONS").flatMap { Int(String(cString: $0)) } ?? 25

    /// How many at a time: more than there are processors, since each waits for threads of its databases.
    static let lanes = 2 * max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// After how many histories that fail no other begins.
    static let mostFailures = 5

    /// `DOORCHECK_SIMULATION_STEPS`.
    static let steps = getenv("DOORCHECK_SIMULATION_STEPS").flatMap { Int(String(cString: $0)) } ?? 50

    @Test("After any history of losses, repeats, delays, crashes, restores, clones and wrong clocks all ledgers agree")
    func histories() async throws {
        let first = SeededGenerator().seed
        var total = Simulation.Outcome()
        try await withThrowingTaskGroup(of: Simulation.Outcome.self) { group in
            for run in 0..<Self.runs {
                if run >= Self.lanes, let outcome = try await group.next() { total.add(outcome) }
                // A few seeds are enough to look at.
                guard total.failures < Self.mostFailures else { break }
                group.addTask { try await Self.run(first &+ UInt64(run)) }
            }
            for try await outcome in group { total.add(outcome) }
        }
        #expect(total.violations == [])
        let counts = Happening.allCases.map { "\($0.rawValue) \(total.counts[$0] ?? 0)" }.joined(separator: ", ")
        print(
            "Syncs: \(Self.runs) histories from seed \(first), \(total.steps) steps, \(total.faults) faults,",
            "\(total.admissions) admissions, \(total.doubles) double; \(counts)")
        let hasAll = [.restore, .clone, .cloneEnd, .branch].allSatisfy { total.counts[$0] ?? 0 > 0 }
        #expect(Self.runs < 50 || total.doubles > 0 && hasAll, "the histories are too plain")
    }

    private static func run(_ seed: UInt64) async throws -> Simulation.Outcome {
        try await withTemporaryFolder { folder in
            var outcome: Simulation.Outcome
            do {
                outcome = try await Simulation.run(seed: seed, steps: steps, in: folder)
            } catch {
                outcome = Simulation.Outcome(violations: ["a history ended with an error: \(error)"])
            }
            outcome.violations = outcome.violations.map { "DOORCHECK_SEED=\(seed): \($0)" }
            return outcome
        }
    }
}
