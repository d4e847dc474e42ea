// `doorcheck ticket undo-import`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger

struct TicketUndoImport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo-import",
        abstract: "Take the tickets of an import off the list, until one of its guests has entered.",
        discussion: """
            Takes off what the file put on the list, with `ticket import` or `ticket issue`, all of it or nothing; other \
            boxes refuse these tickets after their next sync. Tickets that the file only changed are as they were before, \
            but a payment stays. Tickets that a later list has too stay on the list. Importing a list with the same tickets \
            brings them back.

              doorcheck ticket imports
              doorcheck ticket undo-import 3
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: ArgumentHelp("The import, as `ticket imports` numbers it.", valueName: "number"))
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
                "Somebody has entered with \("ticket".counted(tickets)) of import \(number), first at "
                    + "\(first.localTime(seenFrom: now)), so nothing was undone; block or revoke single tickets instead."
            )
        case .undoneBefore(let moment):
            throw CommandError(
                .refused,
                "Import \(number) was undone before, at \(moment.localTime(seenFrom: now)); nothing is left of it.")
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
            var text = "Import \(number) is undone: \("ticket".counted(removed)) taken off the list"
            if restored > 0 { text += ", \(restored) as before" }
            if kept > 0 { text += ", \(kept) kept, which a later list has too" }
            return text + ".\n"
        }
    }
}
