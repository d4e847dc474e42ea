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

    /// The file that was named by flag or by ``Configuration/pathVariable``, else the system's if it is there.
    var file: String? {
        let named = path ?? ProcessInfo.processInfo.environment[Configuration.pathVariable]
        let isSystemwide = named == nil && FileManager.default.fileExists(atPath: Configuration.systemPath)
        return named ?? (isSystemwide ? Configuration.systemPath : nil)
    }

    /// Reads the configuration ``file``, where there is one, and the environment.
    ///
    /// - Throws: ``ConfigurationError``.
    func load() throws(ConfigurationError) -> Configuration {
        try Configuration(file: try Self.read(file), environment: ProcessInfo.processInfo.environment)
    }

    private static func read(_ path: String?) throws(ConfigurationError) -> ConfigurationFile? {
        guard let path else { return nil }
        return try ConfigurationFile(path: path)
    }
}
