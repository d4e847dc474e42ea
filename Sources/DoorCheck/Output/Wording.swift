// What people read: every sentence of a verdict in one place.

import Admission
import Ledger
import TicketSigning

/// The words of a verdict, in English.
struct Wording {
    let verdict: Verdict
    /// Moments are told as seen from here.
    let now: Timestamp

    /// One or two words, in capitals, that need no colour.
    var headline: String {
        switch verdict.outcome {
        case .admitted, .justAdmitted: "ADMIT"
        case .refused(.alreadyUsed): "ALREADY USED"
        case .refused: "REFUSE"
        case .asked: "ASK STAFF"
        }
    }

    /// What stands behind the headline: who enters, or why nobody does.
    var detail: String {
        ([verdict.refusal.map(sentence)] + guest).compactMap(\.self).joined(separator: " · ")
    }

    /// Tier, holder and, for a group ticket, how many of how many.
    private var guest: [String?] {
        let listed = verdict.history?.listed
        let admits = listed?.admits ?? 1
        return [listed?.tier, listed?.holder, admits > 1 ? "\(verdict.count) of \(admits) in" : nil]
    }

    private func sentence(_ refusal: Refusal) -> String {
        switch refusal {
        case .rejected(.notATicket): "not a ticket of ours"
        case .rejected(.malformed): "damaged code"
        case .rejected(.unsupportedSuite): "ticket from a newer issuer; update this box"
        case .rejected(.unknownKey): "ticket of another organiser, or a key this box has not got"
        case .rejected(.forged): "FORGED: the signature does not hold"
        case .wrongEvent(let event): "for another event\(event.map { ": \($0.name)" } ?? "")"
        case .unknownTicket: "genuine, but not on this box's list"
        case .revoked: "withdrawn by the organiser"
        case .replaced: "replaced by a newer ticket"
        case .blocked(let note): "blocked by the organiser\(note.map { ": \($0)" } ?? "")"
        case .tooEarly(let opens): "too early: opens at \(opens.localTime(seenFrom: now))"
        case .tooLate(let closed): "too late: closed at \(closed.localTime(seenFrom: now))"
        case .unpaid: "not paid: send to the desk"
        case .alreadyUsed(let first):
            "first entry at \(first.at.localTime(seenFrom: now)), gate \(first.gate), box \(first.boxName)"
        case .check(let note): "check: \(note)"
        }
    }
}
