// The ticket state that a program saw before it acts.

import Admission
import ArgumentParser
import Ledger

/// The `--if-version` option of all commands that act on a ticket.
struct SeenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act only if the ticket is unchanged since `ticket show --json` or `ticket explain --json` printed this "
                + "version.",
            valueName: "version"),
        transform: Token.init)
    var ifVersion: Token?

    /// A ticket's version, with the rules' answers if it came from a command that judges.
    struct Token: Hashable, Sendable {
        let version: TicketVersion
        let seen: SeenTicket?

        init(_ text: String) throws {
            let seen = SeenTicket(text)
            guard let version = seen?.version ?? TicketVersion(text) else {
                throw ValidationError("--if-version expects the whole `version` from `ticket show --json`.")
            }
            (self.version, self.seen) = (version, seen)
        }
    }

    /// - Parameter found: The version that this command found.
    /// - Returns: The version to act on.
    func version(or found: TicketVersion) -> TicketVersion {
        ifVersion?.version ?? found
    }

    /// - Parameter found: The state that this command found.
    /// - Returns: The state to act on: the one that the program saw, as far as the option specifies it.
    func checked(_ found: SeenTicket?) -> SeenTicket? {
        guard let ifVersion else { return found }
        return ifVersion.seen ?? found?.with(ifVersion.version)
    }
}
