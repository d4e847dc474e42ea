// `doorcheck hub account`

import Accounts
import ArgumentParser
import DoorOutput
import Hub

struct HubAccountCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage the accounts that open the organiser's pages.",
        subcommands: [HubAccountAdd.self, HubAccountList.self, HubAccountPassword.self, HubAccountRemove.self]
    )
}

/// Where an account's new password comes from.
struct NewPasswordOptions: ParsableArguments {
    @Flag(help: "Make a random password and print it, once, instead of reading one.")
    var generate = false

    @OptionGroup var output: OutputOptions

    /// Makes or reads a password.
    ///
    /// - Returns: The password, and its text if it was made.
    /// - Throws: `AccountError` for a password that is too short or too long; ``CommandError``, ``FileError``.
    func make() throws -> (password: Password, text: String?) {
        guard generate else { return (try Password(SecretInput.newPassword()), nil) }
        let (text, password) = try Password.random()
        return (password, text)
    }

    /// Prints a password that was made.
    ///
    /// - Throws: ``FileError``.
    func write(_ text: String?, of name: AccountName) throws {
        guard let text else { return }
        try output.write([Line(name: name.description, password: text)], text: text + "\n")
    }

    /// A random password.
    private struct Line: OutputRecord {
        static let columns = ["name", "password"]

        let schema = 1
        let name: String
        let password: String
    }
}
