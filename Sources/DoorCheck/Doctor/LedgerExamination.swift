// The doctor looks at the ledger's file.

import Ledger

/// Whether the ledger can be opened and is whole.
struct LedgerExamination: Examination {
    let station: Result<Station, any Error>

    func findings() async -> [Finding] {
        do {
            let ledger = try station.get().ledger
            try await ledger.quickCheck()
            return [.ok("ledger", "\(ledger.path) is whole, box \(try await ledger.ownBox().name)")]
        } catch {
            return [.failure("ledger", error)]
        }
    }
}
