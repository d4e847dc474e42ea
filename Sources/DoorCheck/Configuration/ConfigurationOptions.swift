// The flag that every command has.

import ArgumentParser
import FoundationEssentials
import Glibc

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
        // One that this user may not see is there all the same.
        let isSystemwide = named == nil && (access(Configuration.systemPath, F_OK) == 0 || errno != ENOENT)
        return named ?? (isSystemwide ? Configuration.systemPath : nil)
    }

    /// Reads the configuration ``file``, where there is one, and the environment.
    ///
    /// - Throws: ``ConfigurationError`` with everything that is wrong in either.
    func load() throws(ConfigurationError) -> Configuration {
        let environment = ProcessInfo.processInfo.environment
        let read: ConfigurationFile?
        do throws(ConfigurationError) {
            read = try Self.read(file)
        } catch {
            do throws(ConfigurationError) {
                _ = try Configuration(file: nil, environment: environment)
            } catch let other {
                throw ConfigurationError([error, other]) ?? error
            }
            throw error
        }
        return try Configuration(file: read, environment: environment)
    }

    private static func read(_ path: String?) throws(ConfigurationError) -> ConfigurationFile? {
        guard let path else { return nil }
        return try ConfigurationFile(path: path)
    }
}
