// Explaining to staff why a manual action was not performed.

import Admission
import DoorTexts
package import Ledger

/// A refused action on a ticket: the ticket has changed since it was seen, or a reason is missing.
package struct ChangedMeanwhile {
    /// The explanation, with local times.
    package let sentence: String
    /// Whether only the reason is missing.
    package let lacksReason: Bool

    /// Returns `nil` for unrelated errors.
    ///
    /// - Parameters:
    ///   - error: The error that stopped the action.
    ///   - now: The current time, which determines how times are written.
    package init?(_ error: any Error, seenFrom now: Timestamp) {
        switch error {
        case LedgerError.changedMeanwhile(let news):
            sentence = news.sentence { $0.localTime(seenFrom: now) }.printable
            lacksReason = false
        case StaffError.changedMeanwhile(let change):
            sentence = "Changed meanwhile: \(Self.words(change, now)). Look again before you act.".printable
            lacksReason = false
        case StaffError.reasonNeeded(let verdict):
            let objection = verdict.refusal.map { verdict.sentence(of: $0) } ?? verdict.reasonCode
            sentence =
                "The rules object (\(objection)), so nothing was done; give a reason to do it anyway.".printable
            lacksReason = true
        default: return nil
        }
    }

    /// Runs a command's action, and explains why it was not performed.
    ///
    /// - Parameter act: The action.
    /// - Returns: The result of `act`.
    /// - Throws: ``CommandError`` with the sentence; rethrows other errors of `act`.
    package static func telling<Value>(_ act: () async throws -> Value) async throws -> Value {
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
            verdict.refusal.map { "the rules now say: \(verdict.sentence(of: $0))" } ?? "the rules no longer object"
        case .gate(let gate): "the door is now gate \(gate)"
        case .elsewhere(let kind, let entry):
            "\(word(of: kind)) at \(entry.at.localTime(seenFrom: now)), gate \(entry.gate), box \(entry.boxName)"
        }
    }

    private static func word(of kind: Claim.Kind) -> String {
        switch kind {
        case .entry: "entered"
        case .exit: "left"
        case .void: "an entry or exit was undone"
        }
    }
}
