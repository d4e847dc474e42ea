// What a door answers when a second source reads the code of a guest who has just passed.

import Admission
import Ledger

/// The codes that let somebody through last.
struct RecentPassages {
    /// As many codes as ``CodeDeduplicator`` follows by default.
    private static let capacity = 256

    private var verdicts: [String: Verdict] = [:]
    /// The codes, the latest one last.
    private var codes: [String] = []

    /// Returns the answer to a code whose guest has just passed; `nil` if none has.
    func verdict(on code: String, at instant: Timestamp) -> Verdict? {
        verdicts[code].flatMap { verdict in
            let since = instant.duration(since: verdict.at)
            return since >= .zero && since < AdmissionDesk.reshowIntervalAtDoor ? verdict : nil
        }
    }

    /// Notes what a code came to.
    mutating func note(_ verdict: Verdict, on code: String) {
        codes.removeAll { $0 == code }
        verdicts[code] = verdict.repeated
        guard verdicts[code] != nil else { return }
        codes.append(code)
        if codes.count > Self.capacity { verdicts[codes.removeFirst()] = nil }
    }
}
