// Explaining to staff why a manual action was not performed.

import Admission
import DoorDisplay
package import DoorTexts
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
    ///   - language: The language of staff; English for terminals.
    package init?(_ error: any Error, seenFrom now: Timestamp, in language: Language = .english) {
        switch error {
        case LedgerError.changedMeanwhile(let news):
            let words =
                language == .english ? news.words { $0.localTime(seenFrom: now) } : Self.words(news, now, language)
            sentence = StaffTexts.page(.changedMeanwhile, in: language, ["change": words]).printable
            lacksReason = false
        case StaffError.changedMeanwhile(let change):
            let words = Self.words(change, now, language)
            sentence = StaffTexts.page(.changedMeanwhile, in: language, ["change": words]).printable
            lacksReason = false
        case StaffError.reasonNeeded(let verdict):
            let objection = verdict.refusal.map { verdict.sentence(of: $0, in: language) } ?? verdict.reasonCode
            sentence = StaffTexts.page(.rulesObjectTo, in: language, ["objection": objection]).printable
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

    private static func words(_ change: StaffError.Change, _ now: Timestamp, _ language: Language) -> String {
        switch change {
        case .rules(let verdict):
            verdict.refusal.map {
                let objection = verdict.sentence(of: $0, in: language)
                return StaffTexts.page(.rulesNowSay, in: language, ["objection": objection])
            } ?? StaffTexts.page(.rulesContent, in: language)
        case .gate(let gate): StaffTexts.page(.gateNow, in: language, ["gate": gate.text])
        case .elsewhere(let kind, let entry) where language == .english:
            "\(word(of: kind)) at \(entry.at.localTime(seenFrom: now)), gate \(entry.gate), box \(entry.boxName)"
        case .elsewhere(.entry, let entry): movement(.entryAt, entry, now, language)
        case .elsewhere(.exit, let entry): movement(.exitAt, entry, now, language)
        case .elsewhere(.void, let entry): movement(.voided, entry, now, language)
        }
    }

    /// Describes in another language than English what happened to a ticket.
    private static func words(_ news: ConcurrentChange, _ now: Timestamp, _ language: Language) -> String {
        switch news {
        case .moved(let kind, let entry, let by):
            let label: StaffLabel =
                switch kind {
                case .entry, .override: .entryAt
                case .exit: .exitAt
                case .void: .voided
                }
            let words = movement(label, entry, now, language)
            guard let by else { return words }
            return StaffTexts.page(.movedBy, in: language, ["movement": words, "name": by.actor])
        case .changed(let change):
            let status = StaffLabel(rawValue: change.status.rawValue).map { StaffTexts.page($0, in: language) }
            return StaffTexts.page(
                .changedTo, in: language,
                [
                    "status": status ?? change.status.rawValue, "time": change.at.localTime(seenFrom: now),
                    "name": change.by.actor,
                ])
        case .listed: return StaffTexts.page(.changedRow, in: language)
        }
    }

    private static func movement(
        _ label: StaffLabel,
        _ entry: Entry,
        _ now: Timestamp,
        _ language: Language
    ) -> String {
        StaffTexts.page(label, in: language, ["time": entry.at.localTime(seenFrom: now), "gate": entry.gate])
    }

    private static func word(of kind: Claim.Kind) -> String {
        switch kind {
        case .entry: "entered"
        case .exit: "left"
        case .void: "an entry or exit was undone"
        }
    }
}
