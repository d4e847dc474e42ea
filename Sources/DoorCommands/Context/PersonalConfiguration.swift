// The configuration of a user on a machine that has none.

import DoorConfiguration
import DoorOutput
import Glibc

/// A folder of one user with the configuration, the keys and the ledger, on a machine without the package.
struct PersonalConfiguration {
    /// The folder.
    let folder: String

    /// The file.
    var path: String { folder + "/doorcheck.toml" }

    /// `nil` is returned if the user has no home.
    ///
    /// - Parameter environment: The process's environment, which says where a user's data is (XDG Base Directory
    ///   Specification 0.8).
    init?(environment: [String: String]) {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + "/.local/share" : nil }
        guard let parent = data ?? home else { return nil }
        folder = parent + "/doorcheck"
    }

    /// Makes the folder and the file, unless something is at the places that are used without a file.
    ///
    /// - Parameter settings: The settings without a file.
    /// - Returns: Whether the file was made.
    /// - Throws: ``FileError``, ``ConfigurationError``.
    func make(inPlaceOf settings: Configuration) throws -> Bool {
        let usual = try Configuration(file: nil, environment: [:])
        guard settings.ledgerPath == usual.ledgerPath, settings.keysFolder == usual.keysFolder,
            access(usual.ledgerPath, F_OK) != 0, access(usual.keysFolder, F_OK) != 0
        else { return false }
        try OutputFolder.make(folder)
        let text = """
            # Made by `doorcheck office`, because this machine had no configuration. Paths are relative to this folder.
            ledger = "ledger.sqlite"
            keys = "keys"

            """
        try OutputFile.save(Array(text.utf8), to: path)
        return true
    }
}
