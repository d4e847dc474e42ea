// `doorcheck hub revoke`

import ArgumentParser
import DoorOutput
import DoorTexts
import Hub
import TicketSigning

struct HubRevoke: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Turn a box away at this hub only.",
        discussion: """
            For a stolen box use `doorcheck box revoke`, where the master key is: it ends what the box may do in every \
            ledger, and the hub follows.

            The hub rejects the box's requests from now on, and sets aside what the box writes later, even if another \
            box delivers it. Its claims for which the hub has no scan are free again. The event keys on the box stay \
            valid: give the event a new key.

              doorcheck hub revoke "North gate"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The box's name or identifier.")
    var box: String

    func run() async throws {
        let (box, freed) = try await configuration.load().hubService().revoke(box)
        Terminal.note(
            "'\(box.name.printable)' (\(box.id)) is turned away at this hub. It goes on admitting, and other boxes "
                + "believe it, until `doorcheck box revoke` where the master key is.")
        guard freed > 0 else { return }
        Terminal.note(
            "\(freed) of its claims were unused and are free again. A guest it admitted and has not reported can enter "
                + "once more.")
    }
}
