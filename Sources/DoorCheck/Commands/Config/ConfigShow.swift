// `doorcheck config show`

import ArgumentParser

struct ConfigShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print every key, its value, and where the value comes from."
    )

    @OptionGroup var configuration: ConfigurationOptions

    func run() async throws {
        let settings = try configuration.load()
        var table = TextTable("KEY", "VALUE", "FROM")
        for key in ConfigurationKey.allCases {
            let setting = settings.setting(of: key)
            table.add(key.rawValue, setting.value.description, setting.origin.description)
        }
        try Terminal.output(table.text)
    }
}
