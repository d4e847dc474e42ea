// The values that a verdict supplies for its sentence.

package import Admission
import Ledger

extension Verdict {
    /// Returns values for the sentences of ``StaffTexts`` and ``GuestTexts``; nothing about the holder.
    ///
    /// - Parameter now: The current time, which determines how times are written.
    /// - Returns: The known values.
    func fillings(seenFrom now: Timestamp) -> [Placeholder: String] {
        fillings(of: refusal, seenFrom: now)
    }

    /// Returns the sentence of a refusal by a rule for this ticket.
    ///
    /// - Parameters:
    ///   - refusal: The refusal.
    ///   - language: The language of staff.
    /// - Returns: The sentence, with its gaps filled in.
    package func sentence(of refusal: Refusal, in language: Language = .english) -> String {
        StaffTexts.sentence(refusal.reason, in: language).filled(fillings(of: refusal, seenFrom: at))
    }

    private func fillings(of refusal: Refusal?, seenFrom now: Timestamp) -> [Placeholder: String] {
        var fillings: [Placeholder: String] = [:]
        if let use { (fillings[.count], fillings[.admits]) = (String(count), String(use.admits)) }
        switch refusal {
        case .wrongEvent(let event): fillings[.event] = event?.name
        case .blocked(let note): fillings[.note] = note
        case .tooEarly(let moment), .tooLate(let moment): fillings[.time] = moment.localTime(seenFrom: now)
        case .wrongGate(let gates): fillings[.gates] = gates.map(\.text).joined(separator: ", ")
        case .wrongTier(let tiers): fillings[.tiers] = tiers.isEmpty ? nil : tiers.joined(separator: ", ")
        case .alreadyUsed(let entry): fillings.fill(entry, seenFrom: now)
        case .notInside(let entry): entry.map { fillings.fill($0, seenFrom: now) }
        case .full(let zone):
            fillings[.zone] = zone.name.text
            // What the hub has given out is more than this box knows of.
            let inside = history?.door.share == nil ? history?.door.inside : nil
            fillings[.capacity] = (inside ?? zone.capacity).map(String.init)
        case .roomUnknown(let zone): fillings[.zone] = zone.name.text
        case .check(let note): fillings[.note] = note
        case .rejected, .unknownTicket, .revoked, .replaced, .oldKey, .unpaid, .clockNotTrusted, nil: break
        }
        return fillings
    }
}

extension [Placeholder: String] {
    fileprivate mutating func fill(_ entry: Entry, seenFrom now: Timestamp) {
        self[.time] = entry.at.localTime(seenFrom: now)
        self[.gate] = entry.gate
        self[.box] = entry.boxName
    }
}
