// The flag that every command has.

import ArgumentParser
import FoundationEssentials

/// Which configuration a command uses.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("The configuration file (default: \(Configuration.systemPath)).", valueName: "file"),
        completion: .file(extensions: ["toml"])
    )
    var path: String?

    /// Reads the file that was named by flag or by ``Configuration/pathVariable``, else the system's if it is there.
    ///
    /// - Throws: ``ConfigurationError``.
    func load() throws(ConfigurationError) -> Configuration {
        let environment = ProcessInfo.processInfo.environment
        let named = path ?? environment[Configuration.pathVariable]
        let isSystemwide = named == nil && FileManager.default.fileExists(atPath: Configuration.systemPath)
        let file = named ?? (isSystemwide ? Configuration.systemPath : nil)
        return try Configuration(file: try Self.read(file), environment: environment)
    }

    private static func read(_ path: String?) throws(ConfigurationError) -> ConfigurationFile? {
        guard let path else { return nil }
        return try ConfigurationFile(path: path)
    }
}
