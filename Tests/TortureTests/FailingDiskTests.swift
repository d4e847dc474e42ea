// The ledger on a disk that fails at each of its operations in turn.

import Ledger
import Testing

struct FailingDiskTests {
    @Test(
        "Whichever operation fails, the answer is an error or on disk, and the next scan is judged as if nothing was",
        arguments: UnsyncedDisk.Operation.allCases,
        [false, true]
    )
    func sweep(operation: UnsyncedDisk.Operation, lasting: Bool) async throws {
        let template = try await FailingDisk.template(tickets: 4)
        var errors: [LedgerError] = []
        var number: UInt64 = 1
        while true {
            let disk = FailingDisk(template: template, operation: operation, lasting: lasting, number: number)
            let outcome = try await disk.run()
            #expect(outcome.faults == [], "\(operation) \(number)")
            errors += outcome.errors
            if outcome.isClean { break }
            number += 1
        }
        print("\(operation) fails \(lasting ? "for good" : "once"): \(number - 1) places, \(errors.count) errors")
    }
}
