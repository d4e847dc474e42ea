// Making a ledger while the disk fails or the power is cut.

import Glibc
import Ledger
import TestSupport
import Testing

struct NewLedgerTests {
    /// What one attempt came to.
    enum Attempt {
        case made, failed
    }

    @Test(
        "A ledger whose making failed is there whole, or can be made at the same path",
        arguments: UnsyncedDisk.Operation.allCases,
        [false, true]
    )
    func failing(operation: UnsyncedDisk.Operation, lasting: Bool) async throws {
        var attempt = Attempt.failed
        for number in sequence(first: UInt64(1), next: { $0 + 1 }) {
            let isClean = try await withTemporaryFolder { folder in
                let disk = try UnsyncedDisk(at: folder, seed: number)
                disk.fail(operation, at: number, lasting: lasting)
                attempt = try make(in: disk)
                let isClean = disk.count(of: operation) < number
                disk.heal()
                if attempt == .failed { _ = try make(in: disk) }
                try await expectLedger(in: disk)
                return isClean
            }
            if isClean { break }
        }
        #expect(attempt == .made)
    }

    @Test("After a power cut a new ledger is there whole, or can be made at the same path")
    func powerCut() async throws {
        var attempt = Attempt.failed
        for number in sequence(first: UInt64(1), next: { $0 + 1 }) {
            let isClean = try await withTemporaryFolder { folder in
                let disk = try UnsyncedDisk(at: folder, seed: number)
                disk.cutPower(after: number)
                attempt = try make(in: disk)
                let isClean = !disk.isDead
                disk.cyclePower()
                if attempt == .failed { _ = try make(in: disk) }
                try await expectLedger(in: disk)
                return isClean
            }
            if isClean { break }
        }
        #expect(attempt == .made)
    }

    private func make(in disk: UnsyncedDisk) throws -> Attempt {
        do {
            _ = try Ledger(creating: disk.folder + "/ledger.sqlite", boxName: "north-1")
            return .made
        } catch is LedgerError {
            return .failed
        }
    }

    private func expectLedger(in disk: UnsyncedDisk) async throws {
        let ledger = try Ledger(opening: disk.folder + "/ledger.sqlite", for: .writing)
        #expect(try await ledger.ownBox().name == "north-1")
        try await ledger.quickCheck()
    }
}
