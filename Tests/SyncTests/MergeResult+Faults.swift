// What a merge found, in the words of tests.

import Ledger

extension MergeResult {
    /// How many records have a fault, by box, organiser, key, or kind of record.
    subscript(kind: SyncFault.Kind) -> [String: Int] { faults[kind] ?? [:] }

    func subjects(_ kind: SyncFault.Kind) -> Set<String> { Set(self[kind].keys) }

    func says(_ text: String) -> Bool { faults.sentences.contains { $0.contains(text) } }
}
