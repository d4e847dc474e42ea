// Who works with this machine's doorcheck by hand.

import ArgumentParser
import FoundationEssentials
import Glibc
import Ledger

/// Who does something by hand, and why, as every such command asks for it.
struct StaffOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Who does this (default: the user of this machine).", valueName: "who"))
    var by: String?

    @Option(help: ArgumentHelp("Why; it stands in the book for good, so no guest's name.", valueName: "reason"))
    var why: String?

    /// - Throws: `LedgerError.refused` for a text that is too long.
    var attribution: Attribution {
        get throws { try Attribution(actor: by ?? Self.user, why: why) }
    }

    /// The login of whoever sits at the machine, also behind `sudo`.
    static var user: String {
        let environment = ProcessInfo.processInfo.environment
        let login = environment["SUDO_USER"] ?? environment["USER"] ?? ""
        if !login.isEmpty { return String(login.prefix(Attribution.longest)) }
        guard let entry = getpwuid(getuid()) else { return "user \(getuid())" }
        return String(cString: entry.pointee.pw_name)
    }
}
