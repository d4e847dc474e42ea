// The command `doorcheck`.

package import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts

/// All commands, and what is printed when one fails.
package struct DoorCheckCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "doorcheck",
        abstract: "Checks tickets at the door: reads their QR codes, verifies their signatures, admits each once.",
        version: ProgramVersion.current + BuiltParts.note,
        subcommands: [
            CheckCommand.self, ReadCommand.self, RunCommand.self, DoctorCommand.self, StatusCommand.self,
            EventCommand.self, TicketCommand.self, LedgerCommand.self, SyncCommand.self, HubCommand.self,
            BoxCommand.self, ReportCommand.self, PurgeCommand.self, KeyCommand.self, PartnerCommand.self,
            CameraCommand.self, ScannerCommand.self, SoundCommand.self, LampCommand.self, ConfigCommand.self,
            OfficeCommand.self,
        ]
    )

    package init() {}

    /// Runs the command that the arguments name, and ends the process with its exit status.
    package static func main() async {
        do {
            try checkName(CommandLine.arguments.dropFirst())
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch let error where ExitStatus.isOwn(error) {
            // Quoted values (a path, a name, a title) may contain anything.
            for line in "\(error)".split(separator: "\n") { Terminal.note("doorcheck: " + String(line).printable) }
            exit(withError: ExitStatus(error).code)
        } catch  where exitCode(for: error).isSuccess {
            exit(withError: error)
        } catch {
            // Values that the parser quotes may contain anything too.
            let text = fullMessage(for: error)
            if !text.isEmpty {
                for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                    Terminal.note(String(line).printable)
                }
            }
            exit(withError: exitCode(for: error))
        }
    }

    /// The running command without its arguments: `doorcheck ticket import`.
    static let name = {
        var (words, commands) = (["doorcheck"], configuration.subcommands)
        for argument in CommandLine.arguments.dropFirst() {
            guard let command = commands.first(where: { $0.configuration.commandName == argument }) else { break }
            words.append(argument)
            commands = command.configuration.subcommands
        }
        return words.joined(separator: " ")
    }()

    /// Refuses a command that does not exist, and names the ones it may stand for: the parser would call it an
    /// unexpected argument.
    private static func checkName(_ words: ArraySlice<String>) throws {
        var commands = configuration.subcommands
        for word in (words.first == "help" ? words.dropFirst() : words).prefix(while: { !$0.hasPrefix("-") }) {
            guard !commands.isEmpty else { return }
            let names = commands.compactMap { $0.configuration.commandName }
            guard let index = names.firstIndex(of: word) else {
                let question = SimilarName.question(for: word, among: names)
                throw CommandError(
                    .usage, "There is no command '\(word.printable)'.\(question) `doorcheck help` lists all commands.")
            }
            commands = commands[index].configuration.subcommands
        }
    }
}
