// The terms of entry on the command line, for an event or for a tier.

import ArgumentParser
import DoorOutput
import Ledger

/// The terms that can be set for the tickets of an event or of a tier.
struct TermsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Admit from this time on, such as '2026-07-04 18:00' in this machine's time zone, or none.",
            valueName: "time"
        ),
        transform: Change<Timestamp>.parsed)
    var opens: Change<Timestamp>?

    @Option(
        help: ArgumentHelp("Admit before this time, such as '2026-07-05 02:00', or none.", valueName: "time"),
        transform: Change<Timestamp>.parsed)
    var closes: Change<Timestamp>?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How many people a ticket admits, 1 to 1000; none for a tier without its own number.", valueName: "n"))
    var admits: Change<Int>?

    @Option(
        help: ArgumentHelp(
            "Whether they may enter again: none, after-exit, unlimited or per-day; a tier's can be event.",
            valueName: "when"
        )
    )
    var reentry: ReentryChoice?

    @Option(help: ArgumentHelp("What staff check for each ticket, or none.", valueName: "text"))
    var note: Change<String>?

    /// Whether there is nothing to change.
    var isEmpty: Bool {
        opens == nil && closes == nil && admits == nil && reentry == nil && note == nil
    }

    /// Applies these terms to an event.
    ///
    /// - Throws: ``CommandError`` if the event would lack a required value.
    func apply(to event: inout Event) throws {
        if let opens { event.opens = opens.wanted }
        if let closes { event.closes = closes.wanted }
        if let note { event.note = note.wanted }
        if let admits {
            guard let people = admits.wanted else {
                throw CommandError(.usage, "--admits expects 1 to 1000 for an event; only a tier can have none.")
            }
            event.admits = people
        }
        if let reentry {
            guard let value = reentry.value else {
                throw CommandError(.usage, "--reentry event goes with --tier.")
            }
            event.reentry = value
        }
    }

    /// Applies these terms to a tier.
    func apply(to policy: inout EntryPolicy) {
        if let opens { policy.opens = opens.wanted }
        if let closes { policy.closes = closes.wanted }
        if let admits { policy.admits = admits.wanted }
        if let reentry { policy.reentry = reentry.value }
        if let note { policy.notes = note.wanted.map { [$0] } ?? [] }
    }
}

/// A re-entry rule, or the event's; `none` is itself a re-entry rule.
struct ReentryChoice: ExpressibleByArgument {
    /// `nil` for the event's rule.
    let value: Reentry?

    init?(argument: String) {
        guard argument == "event" || Reentry(rawValue: argument) != nil else { return nil }
        value = Reentry(rawValue: argument)
    }

    static var allValueStrings: [String] { Reentry.allCases.map(\.rawValue) + ["event"] }
}
