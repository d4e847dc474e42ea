// `doorcheck hub renew`

import ArgumentParser
import DoorOutput
import Hub

struct HubRenew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "renew",
        abstract:
            "After a backup of the hub was restored: have every box read everything anew, and send what is missing.",
        discussion: """
              doorcheck hub renew
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        try await configuration.load().hubService().renewEpoch()
        Terminal.note("Every box reads the hub's records from their beginning with its next request.")
    }
}
