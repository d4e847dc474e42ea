// `doorcheck ticket undo-import`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger

struct TicketUndoImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo-import",
        abstract: "Undo an import, if none of its guests has entered yet.",
        discussion: """
            Removes all tickets that the file added by `ticket import` or `ticket issue`, or none; other boxes refuse \
            them after their next sync. Tickets that the file only changed return to their earlier state, except for \
            payments. Tickets that a later list contains too stay on the list. Importing a list with the same tickets \
            brings them back.

              doorcheck ticket imports
              doorcheck ticket undo-import 3
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: ArgumentHelp("The import's number in `ticket imports`.", valueName: "number"))
    var number: Int

    @Option(help: ArgumentHelp("Who does this (default: the user of this machine).", valueName: "who"))
    var by: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let actor = try Attribution(actor: by ?? StaffOptions.user).actor
        let context = try CommandContext(configuration, for: .writing)
        let now = WallClock.now
        switch try await context.ledger.undoImport(number, by: actor, on: now) {
        case .undone(let removed, let restored, let kept):
            let line = Line(number: number, removed: removed, restored: restored, kept: kept)
            try output.write([line], text: line.text)
        case .entered(let tickets, let first):
            throw CommandError(
                .refused,
                "Guests have entered with \("ticket".counted(tickets)) of import \(number), first at "
                    + "\(first.localTime(seenFrom: now)), so nothing was undone; block or revoke individual tickets "
                    + "instead."
            )
        case .undoneBefore(let moment):
            throw CommandError(
                .refused,
                "Import \(number) was already undone at \(moment.localTime(seenFrom: now)).")
        case .unknown:
            throw CommandError(
                .noInput,
                "There is no import \(number) in \(context.ledger.path); `doorcheck ticket imports` lists them.")
        }
    }

    /// What was undone.
    private struct Line: OutputRecord {
        static let columns = ["number", "removed", "restored", "kept"]

        let schema = 1
        let number: Int
        /// Tickets that were removed from the list.
        let removed: Int
        /// Tickets that are back in their earlier state.
        let restored: Int
        /// Tickets that a later list contains too.
        let kept: Int

        var text: String {
            var text = "Import \(number) is undone: \("ticket".counted(removed)) removed from the list"
            if restored > 0 { text += ", \(restored) as before" }
            if kept > 0 { text += ", \(kept) kept, which a later list has too" }
            return text + ".\n"
        }
    }
}
