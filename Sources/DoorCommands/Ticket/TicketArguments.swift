// Tickets named by identifier, code or holder's name.

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

/// One or more tickets on the command line.
struct TicketArguments: ParsableArguments {
    @Argument(help: "Identifiers, codes as scanned, or words of a name, e-mail address or order number.")
    var tickets: [String]

    @OptionGroup var seen: SeenOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard seen.ifVersion == nil || tickets.count == 1 else {
            throw ValidationError("--if-version belongs to one ticket; name only that ticket.")
        }
    }

    /// Applies an action to each ticket and prints the identifiers of those that now have the resulting state; for
    /// tickets that already had it, a line says that nothing changed.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - staff: Who acts, and why.
    ///   - options: The configuration.
    /// - Throws: The first error that does not concern a single ticket; an exit status if a ticket could not be found
    ///   or changed.
    func change(_ action: TicketAction, _ staff: StaffOptions, _ options: ConfigurationOptions) async throws {
        let attribution = try staff.attribution
        let context = try CommandContext(options, for: .writing)
        var status = ExitStatus.success
        try output.begin(ChangedTicketLine.self)
        for (index, text) in tickets.enumerated() {
            do {
                let id = try await context.telling(index, of: tickets.count) {
                    try await context.ticket(named: text).id
                }
                let done = try await context.ledger.changes(of: id).count
                let version = try await seen.version(or: context.ledger.version(of: id))
                let changed = try await ChangedMeanwhile.telling {
                    try await context.ledger.change(action, of: id, seen: version, by: attribution, on: WallClock.now)
                }
                guard let changed else { throw context.missing(id) }
                let isNew = try await context.ledger.changes(of: id).count > done
                try output.add(ChangedTicketLine(id, changed.status, isNew: isNew), text: "\(id)\n")
                if !isNew {
                    Terminal.note("doorcheck: Ticket \(id) is already \(changed.status.rawValue); nothing was changed.")
                }
            } catch let error as CommandError {
                status = max(status, error.status)
                Terminal.note("doorcheck: \(error)")
            } catch LedgerError.refused(let sentence) {
                status = max(status, .badData)
                Terminal.note("doorcheck: \(sentence)")
            }
        }
        try status.finish()
    }
}

/// A ticket that has the state that staff gave it.
private struct ChangedTicketLine: OutputRecord {
    static let columns = ["ticket", "status", "changed"]

    let schema = 1
    let ticket: String
    let status: String
    /// Whether it had another state before.
    let changed: Bool

    init(_ ticket: TicketID, _ status: TicketStatus, isNew: Bool) {
        self.ticket = ticket.description
        self.status = status.rawValue
        changed = isNew
    }
}

/// One ticket on the command line.
struct TicketArgument: ParsableArguments {
    @Argument(help: "An identifier, a code as scanned, words of a name or reference, or a partner and number.")
    var ticket: String
}
