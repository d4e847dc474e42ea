// `doorcheck ticket undo`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct TicketUndo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Undo the last entry or exit of a ticket.",
        discussion: """
            Undoes one person of a group at a time. The entry stays in the history, followed by the undo. The event \
            decides how long an entry can be undone (`event edit --undo`).

              doorcheck ticket undo 6ba7b810-9dad-41d1-80b4-00c04fd430c8 \\
                  --why "wrong guest"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var argument: TicketArgument
    @OptionGroup var seen: SeenOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let attribution = try staff.attribution
        let context = try CommandContext(configuration, for: .writing)
        let ticket = try await context.ticket(named: argument.ticket)
        let now = WallClock.now
        let version = try await seen.version(or: context.ledger.version(of: ticket.id))
        let undo = try await ChangedMeanwhile.telling {
            try await context.undo(ticket, seen: version, on: now, by: attribution)
        }
        switch undo {
        case .undone(let movement):
            let line = Line(ticket.id, movement)
            let time = movement.entry.at.localTime(seenFrom: now)
            try output.write([line], text: "undone  \(line.undone) at \(time), gate \(line.gate)\n")
        case .nothing:
            throw CommandError(
                .refused, "There is nothing to undo: no one has entered or left with ticket \(ticket.id).")
        case .tooLate(let movement, let limit):
            let time = movement.entry.at.localTime(seenFrom: now)
            throw CommandError(
                .refused,
                "The last entry or exit was at \(time); the event allows an undo for \(limit.minutes) minutes."
            )
        }
    }

    /// The movement that was undone.
    private struct Line: OutputRecord {
        static let columns = ["ticket", "undone", "at", "gate", "box"]

        let schema = 1
        let ticket: String
        /// `entry` or `exit`.
        let undone: String
        let at: Moment
        let gate: String
        let box: String

        init(_ ticket: TicketID, _ movement: Movement) {
            self.ticket = ticket.description
            undone = movement.kind == .exit ? "exit" : "entry"
            at = Moment(movement.entry.at)
            gate = movement.entry.gate
            box = movement.entry.boxName
        }
    }
}
