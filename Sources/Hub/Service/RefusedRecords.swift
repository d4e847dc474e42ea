// What boxes have sent that the hub refused.

import Ledger
import Synchronization

/// Counts refused records until the organiser's ledger has the numbers.
final class RefusedRecords: Sendable {
    private let counts = Mutex(SyncFaultCounts())

    /// Adds the records of an upload.
    func add(_ faults: SyncFaultCounts) {
        guard !faults.isEmpty else { return }
        counts.withLock { $0.add(faults) }
    }

    /// Adds a membership that somebody has shown.
    func add(_ kind: SyncFault.Kind, of subject: String) {
        counts.withLock { $0.add(kind, of: subject) }
    }

    /// Writes the numbers into a ledger.
    ///
    /// - Parameters:
    ///   - ledger: The organiser's ledger.
    ///   - instant: The current time by the hub's wall clock.
    /// - Throws: `LedgerError`, in which case the numbers are kept.
    func move(to ledger: Ledger, on instant: Timestamp) async throws {
        let faults = counts.withLock { counts in
            defer { counts = SyncFaultCounts() }
            return counts
        }
        do { try await ledger.report(faults, on: instant) } catch {
            add(faults)
            throw error
        }
    }
}
