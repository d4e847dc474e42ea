// What happened with a ticket at the gates, in readable form.

import TicketSigning

/// A line of the book in which somebody entered or left with a ticket, or in which that was undone.
public struct LogEntry: Hashable, Sendable {
    /// What happened.
    public let kind: Kind
    /// When, where and by which box.
    public let entry: Entry
    /// The zone behind the gate.
    public let zone: ZoneName
    /// The stable reason; for an override, the one that was overruled.
    public let reason: String
    /// Who did it by hand, and why; `nil` if a code was scanned.
    public let by: Attribution?
    /// Whether it was undone later.
    public let isUndone: Bool

    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// An entry by the rules.
        case entry
        /// An exit.
        case exit
        /// An entry that staff allowed against the rules.
        case override
        /// The last of these was undone.
        case void
    }
}

extension LogEntry {
    /// Returns the lines of the book that count in readable form.
    static func all(in lines: [MovementRecord]) -> [LogEntry] {
        let lines = lines.filter(\.counts)
        let undone = Set(lines.compactMap(\.undone))
        return lines.compactMap { line in
            Kind(rawValue: line.kind.rawValue).map {
                LogEntry(
                    kind: $0, entry: line.entry, zone: line.zone, reason: line.reason, by: line.by,
                    isUndone: undone.contains(line.number)
                )
            }
        }
    }
}
