// A verdict of a test, where the ledger's own behaviour is in question.

import Ledger

/// Admits while fewer have entered than the ticket admits, and says what it saw.
struct TestVerdict: RecordableVerdict {
    let answer: Answer
    let reasonCode: String
    let recording: Recording
    let seen: TicketHistory?

    static func judge(_ history: TicketHistory) -> TestVerdict {
        history.entries.count < history.listed?.admits ?? 1
            ? TestVerdict(answer: .admit, reasonCode: "admitted", recording: .admission, seen: history)
            : TestVerdict(answer: .refuse, reasonCode: "already-used", recording: .logOnly, seen: history)
    }

    static let forged = TestVerdict(answer: .refuse, reasonCode: "forged", recording: .logOnly, seen: nil)
}
