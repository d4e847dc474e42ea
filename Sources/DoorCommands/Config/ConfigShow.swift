// `doorcheck config show`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import Hub

struct ConfigShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print every key, its value, and where the value comes from.",
        discussion: """
            A value comes from an option, the environment (DOORCHECK_…), the file, or is the default. Every key is in \
            docs/configuration.md. Passwords are left out.

              doorcheck config show
              DOORCHECK_GATE=north doorcheck config show
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let settings = try configuration.load()
        var table = TextTable("KEY", "VALUE", "FROM")
        for key in ConfigurationKey.allCases {
            let setting = settings.setting(of: key)
            table.add(key.rawValue, setting.value.description.withoutPassword, setting.origin.description)
        }
        try Terminal.output(table.text)
    }
}
