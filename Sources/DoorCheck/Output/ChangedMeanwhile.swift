// Why an act by hand was not carried out, in words for the person who asked for it.

import Admission
import Ledger

/// An act on a ticket that was refused, since the ticket is no longer as it was seen or no reason was given.
struct ChangedMeanwhile {
    /// What is told, with times of this machine's zone.
    let sentence: String
    /// Whether only the reason is missing.
    let lacksReason: Bool

    /// - Parameters:
    ///   - error: What stopped the act; `nil` comes back for other errors.
    ///   - now: Times are told as seen from here.
    init?(_ error: any Error, seenFrom now: Timestamp) {
        switch error {
        case LedgerError.changedMeanwhile(let news):
            sentence = news.sentence { $0.localTime(seenFrom: now) }.printable
            lacksReason = false
        case StaffError.changedMeanwhile(let change):
            sentence = "Changed meanwhile: \(Self.words(change, now)). Look again before you act.".printable
            lacksReason = false
        case StaffError.reasonNeeded(let verdict):
            let objection = verdict.refusal.map { verdict.sentence(of: $0) } ?? verdict.reason
            sentence =
                "The rules object (\(objection)), so nothing was done: say why, and it is done all the same.".printable
            lacksReason = true
        default: return nil
        }
    }

    /// Runs an act of a command, and tells why it was not carried out.
    ///
    /// - Parameter act: What is done.
    /// - Returns: What `act` gives.
    /// - Throws: ``CommandError`` with the sentence; other errors of `act` as they are.
    static func telling<Value>(_ act: () async throws -> Value) async throws -> Value {
        do {
            return try await act()
        } catch {
            guard let change = ChangedMeanwhile(error, seenFrom: WallClock.now) else { throw error }
            throw CommandError(change.lacksReason ? .usage : .refused, change.sentence)
        }
    }

    private static func words(_ change: StaffError.Change, _ now: Timestamp) -> String {
        switch change {
        case .rules(let verdict):
            verdict.refusal.map { "the rules now say: \(verdict.sentence(of: $0))" } ?? "no rule objects any more"
        case .gate(let gate): "the door is gate \(gate) now"
        case .elsewhere(let kind, let entry):
            "\(word(of: kind)) at \(entry.at.localTime(seenFrom: now)), gate \(entry.gate), box \(entry.boxName)"
        }
    }

    private static func word(of kind: ClaimedMovement.Kind) -> String {
        switch kind {
        case .entry: "entered"
        case .exit: "left"
        case .void: "an entry or exit was undone"
        }
    }
}
