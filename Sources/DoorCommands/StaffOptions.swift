// The staff member who runs a command.

import ArgumentParser
import FoundationEssentials
import Glibc
import Ledger

/// Who does something by hand, and why: options of all such commands.
struct StaffOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Who does this (default: the user of this machine).", valueName: "who"))
    var by: String?

    @Option(help: ArgumentHelp("Reason (kept permanently; no guest names).", valueName: "reason"))
    var why: String?

    /// - Throws: `LedgerError.refused` if a text is too long.
    var attribution: Attribution {
        get throws { try Attribution(actor: by ?? Self.user, why: why) }
    }

    /// The login name of the user at the machine, even under `sudo`.
    static var user: String {
        let environment = ProcessInfo.processInfo.environment
        let login = environment["SUDO_USER"] ?? environment["USER"] ?? ""
        if !login.isEmpty { return String(login.prefix(Attribution.longest)) }
        guard let entry = getpwuid(getuid()) else { return "user \(getuid())" }
        return String(cString: entry.pointee.pw_name)
    }
}
