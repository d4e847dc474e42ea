// The environment of the running command.

import DoorInstallation
import Ledger

extension CommandContext {
    /// Opens the ledger that the configuration names.
    ///
    /// - Throws: ``ConfigurationError``, `LedgerError`, ``CommandError``.
    init(_ options: ConfigurationOptions, for access: Ledger.Access) throws {
        try self.init(options.load(), for: access, as: DoorCheckCommand.name)
    }

    /// Opens the ledger that the configuration names, and creates it if it does not exist.
    ///
    /// - Throws: ``ConfigurationError``, `LedgerError`, ``CommandError``.
    init(creatingFor options: ConfigurationOptions) throws {
        try self.init(creatingLedgerOf: options.load(), as: DoorCheckCommand.name)
    }
}
