// `doorcheck config show`

import ArgumentParser
import DoorConfiguration
import DoorOutput
import Hub

struct ConfigShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print every key with its value and where the value comes from.",
        discussion: """
            A value comes from an option, the environment (DOORCHECK_…), the file or the default. \
            docs/configuration.md lists all keys. Passwords are not printed.

              doorcheck config show
              DOORCHECK_GATE=north doorcheck config show
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let settings = try configuration.load()
        let lines = ConfigurationKey.allCases.map { SettingLine($0, in: settings) }
        var table = TextTable("KEY", "VALUE", "FROM")
        for line in lines { table.add(line.key, line.value, line.from) }
        try output.write(lines, text: table.text)
    }
}

/// A key of the configuration.
private struct SettingLine: OutputRecord {
    static let columns = ["key", "value", "from"]

    let schema = 1
    let key: String
    /// The value as the file would have it, without passwords.
    let value: String
    let from: String

    init(_ key: ConfigurationKey, in settings: Configuration) {
        let setting = settings.setting(of: key)
        self.key = key.rawValue
        value = setting.value.description.withoutPassword
        from = setting.origin.description
    }
}
