// What happened to a ticket after somebody looked at it.

/// Why an action was not carried out: the newest change that the person has not seen.
public enum ConcurrentChange: Hashable, Sendable {
    /// Somebody entered or left, or that was undone; with who did it, if it was done by hand.
    case moved(LogEntry.Kind, Entry, by: Attribution?)
    /// Staff changed the ticket.
    case changed(TicketChange)
    /// The ticket's row, or the terms of its tier or event, have changed.
    case listed

    /// Describes what happened, as the middle of a sentence: `entered at 19:38, gate north`.
    ///
    /// - Parameter time: Formats a time.
    /// - Returns: Text without a full stop.
    public func words(formatting time: (Timestamp) -> String) -> String {
        switch self {
        case .moved(let kind, let entry, let by):
            let what =
                switch kind {
                case .entry: "entered"
                case .override: "admitted by staff"
                case .exit: "left"
                case .void: "an entry or exit was undone"
                }
            return "\(what) at \(time(entry.at)), gate \(entry.gate)\(by.map { ", by \($0.actor)" } ?? "")"
        case .changed(let change):
            return "\(change.action.done) at \(time(change.at)), by \(change.by.actor)"
        case .listed:
            return "the ticket's entry on the list, or its terms, were changed"
        }
    }

    /// Returns the whole sentence.
    ///
    /// - Parameter time: Formats a time.
    /// - Returns: `Changed meanwhile: … Look again before you act.`
    public func sentence(formatting time: (Timestamp) -> String) -> String {
        "Changed meanwhile: \(words(formatting: time)). Look again before you act."
    }
}
