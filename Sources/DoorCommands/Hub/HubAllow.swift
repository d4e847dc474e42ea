// `doorcheck hub allow`

import ArgumentParser
import DoorOutput
import DoorTexts
import Hub

struct HubAllow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow",
        abstract: "Let a box that is over its quota send and claim again.",
        discussion: """
            The hub limits what one box stores and claims within a day, so that a stolen box cannot fill its disk or \
            claim every ticket. `doorcheck hub boxes` shows a box that reached a limit. The box's count starts again \
            at zero; revoke the box instead if it was stolen.

              doorcheck hub allow "North gate"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The box's name or identifier.")
    var box: String

    func run() async throws {
        let box = try await configuration.load().hubService().resetQuota(of: box)
        Terminal.note("'\(box.name.printable)' (\(box.id)) may send and claim again.")
    }
}
