// What a program saw of a ticket before it acts.

import Admission
import ArgumentParser
import Ledger

/// `--if-version`, of every command that acts on a ticket.
struct SeenOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Act only if the ticket is still as `ticket show --json` or `ticket explain --json` showed it.",
            valueName: "version"),
        transform: Token.init)
    var ifVersion: Token?

    /// A ticket's version, with what the rules said where a command that judges gave it.
    struct Token: Hashable, Sendable {
        let version: TicketVersion
        let seen: SeenTicket?

        init(_ text: String) throws {
            let seen = SeenTicket(text)
            guard let version = seen?.version ?? TicketVersion(text) else {
                throw ValidationError("A version is what `ticket show --json` gives as `version`, all of it.")
            }
            (self.version, self.seen) = (version, seen)
        }
    }

    /// - Parameter found: The version that this command found.
    /// - Returns: The one to act on.
    func version(or found: TicketVersion) -> TicketVersion {
        ifVersion?.version ?? found
    }

    /// - Parameter found: What this command found when it looked.
    /// - Returns: What to act on: what the program saw, as far as it says.
    func checked(_ found: SeenTicket?) -> SeenTicket? {
        guard let ifVersion else { return found }
        return ifVersion.seen ?? found?.with(ifVersion.version)
    }
}
