// The configuration flag of all commands.

import ArgumentParser
import DoorConfiguration
import FoundationEssentials
import Glibc

/// The configuration that a command uses.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("The configuration file (default: \(Configuration.systemPath)).", valueName: "file"),
        completion: .file(extensions: ["toml"])
    )
    var path: String?

    /// The file named by flag or by ``Configuration/pathVariable``, otherwise the system's file if it exists, otherwise
    /// this user's.
    var file: String? {
        let environment = ProcessInfo.processInfo.environment
        if let named = path ?? environment[Configuration.pathVariable] { return named }
        // A file that this user may not access exists too.
        if access(Configuration.systemPath, F_OK) == 0 || errno != ENOENT { return Configuration.systemPath }
        let own = PersonalConfiguration(environment: environment)?.path
        return own.flatMap { access($0, F_OK) == 0 ? $0 : nil }
    }

    /// Loads the configuration from ``file``, if any, and the environment.
    ///
    /// - Throws: ``ConfigurationError`` with all errors in either.
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
