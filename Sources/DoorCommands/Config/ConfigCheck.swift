// `doorcheck config check`

import ArgumentParser
import DoorOutput

struct ConfigCheck: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration.",
        discussion: """
            Exit status 0 if the configuration can be used, 78 if not.

              doorcheck config check --config new.toml
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        _ = try configuration.load()
        Terminal.note("The configuration is valid.")
    }
}
