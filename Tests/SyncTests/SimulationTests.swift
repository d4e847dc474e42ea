// Several ledgers through everything that goes wrong between them.

import Glibc
import TestSupport
import Testing

struct SimulationTests {
    /// `DOORCHECK_SIMULATIONS`; `scripts/simulate` runs more.
    static let runs = getenv("DOORCHECK_SIMULATIONS").flatMap { Int(String(cString: $0)) } ?? 100

    /// `DOORCHECK_SIMULATION_STEPS`.
    static let steps = getenv("DOORCHECK_SIMULATION_STEPS").flatMap { Int(String(cString: $0)) } ?? 50

    @Test("After any history of losses, repeats, delays, crashes, restores and wrong clocks all ledgers agree")
    func histories() async throws {
        let first = SeededGenerator().seed
        var (steps, faults, admissions, doubles) = (0, 0, 0, 0)
        try await withThrowingTaskGroup(of: (UInt64, Simulation.Outcome).self) { group in
            let lanes = 2
            for lane in 0..<lanes {
                for run in stride(from: lane, to: min(lane + 1, Self.runs), by: 1) {
                    group.addTask { try await Self.run(first &+ UInt64(run)) }
                }
            }
            var next = lanes
            for try await (seed, outcome) in group {
                #expect(outcome.violations == [], "DOORCHECK_SEED=\(seed)")
                steps += outcome.steps
                faults += outcome.faults
                admissions += outcome.admissions
                doubles += outcome.doubles
                guard next < Self.runs else { continue }
                let seed = first &+ UInt64(next)
                next += 1
                group.addTask { try await Self.run(seed) }
            }
        }
        print(
            "Syncs: \(Self.runs) histories from seed \(first), \(steps) steps, \(faults) faults,",
            "\(admissions) admissions, \(doubles) double")
        #expect(Self.runs < 50 || doubles > 0, "the histories are too plain")
    }

    private static func run(_ seed: UInt64) async throws -> (UInt64, Simulation.Outcome) {
        try await withTemporaryFolder { folder in
            do {
                return (seed, try await Simulation.run(seed: seed, steps: steps, in: folder))
            } catch {
                return (seed, Simulation.Outcome(violations: ["a history ended with an error: \(error)"]))
            }
        }
    }
}
