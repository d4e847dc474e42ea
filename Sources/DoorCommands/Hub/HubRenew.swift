// `doorcheck hub renew`

import ArgumentParser
import DoorOutput
import Hub

struct HubRenew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract:
            "After a restore of the hub: let every box read everything again and send what is missing.",
        discussion: """
              doorcheck hub renew
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        try await configuration.load().hubService().renewEpoch()
        Terminal.note("With its next request, every box reads the hub's records from the beginning.")
    }
}
