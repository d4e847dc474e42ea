// The door against a model of its rules.

import Ledger
import TestSupport
import Testing

struct ModelTests {
    @Test("In random histories the door says what a plain model of its rules says")
    func histories() async throws {
        var seed = SeededGenerator().seed
        var reasons: [String: Int] = [:]
        for _ in 0..<TortureSize.histories {
            for reentry in Reentry.allCases {
                let operations = TortureSize.operations / Reentry.allCases.count
                let (differences, given) = try await ModelHistory.run(
                    operations: operations, seed: seed, reentry: reentry)
                #expect(differences == [])
                reasons.merge(given, uniquingKeysWith: +)
                seed &+= 1
            }
        }
        print(
            "Reasons given: "
                + "\(reasons.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", "))"
        )
        // Rarer ones, such as a full zone, do not come up in every run.
        let usual: Set = [
            "admitted", "already-used", "blocked", "check", "checked", "exited", "forged", "not-inside", "readmitted",
            "replaced", "revoked", "too-late", "unknown-ticket", "unpaid", "wrong-gate",
            "wrong-tier",
        ]
        #expect(usual.isSubset(of: reasons.keys), "the histories are too plain: \(reasons.keys.sorted())")
    }
}
