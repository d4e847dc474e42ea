// A verdict as the display shows it.

import Admission
import DoorDisplay
import Ledger
import TicketSigning

extension ShownVerdict {
    /// - Parameters:
    ///   - verdict: As decided.
    ///   - gate: Where.
    init(_ verdict: Verdict, at gate: GateName) {
        let wording = Wording(verdict: verdict, now: verdict.at)
        let listed = verdict.history?.listed
        let admits = listed?.admits ?? 1
        let group = admits > 1 ? "\(verdict.count)/\(admits)" : nil
        self.init(
            look: Look(verdict),
            reason: verdict.reason,
            headline: wording.headline,
            detail: wording.detail,
            tier: [listed?.tier, group].compactMap(\.self).joined(separator: " · "),
            holder: listed?.holder,
            explanation: wording.detail,
            ticket: verdict.ticket?.id.description,
            gate: gate.text,
            at: verdict.at.milliseconds
        )
    }
}

extension Look {
    fileprivate init(_ verdict: Verdict) {
        self =
            switch verdict.outcome {
            case .admitted, .justAdmitted: .admit
            case .refused(.rejected(.notATicket)): .quiet
            case .refused(.alreadyUsed): .used
            case .refused: .refuse
            case .asked: .ask
            }
    }
}
