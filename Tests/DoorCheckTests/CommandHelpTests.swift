// What `doorcheck help` says of every command, word for word.

import ArgumentParser
import FoundationEssentials
import Testing

@testable import DoorCommands

/// After a change that is meant: `DOORCHECK_WRITE_HELP=1 swift test --filter CommandHelpTests`, and look at the
/// difference.
struct CommandHelpTests {
    /// A command with the words it is called by.
    private struct Command {
        let words: [String]
        let type: any ParsableCommand.Type
        let help: String

        var name: String { words.joined(separator: " ") }
        var lastLineEnded: String { help.hasSuffix("\n") ? help : help + "\n" }
        var isGroup: Bool { !type.configuration.subcommands.isEmpty }
        var lines: [Substring] { help.split(separator: "\n", omittingEmptySubsequences: false) }

        init(words: [String], type: any ParsableCommand.Type) {
            (self.words, self.type) = (words, type)
            help = DoorCheckCommand.helpMessage(for: type, columns: 80)
        }

        var all: [Command] {
            [self]
                + type.configuration.subcommands.flatMap { command in
                    Command(words: words + [command._commandName], type: command).all
                }
        }
    }

    private static let commands = Command(words: ["doorcheck"], type: DoorCheckCommand.self).all

    @Test("docs/commands.md has the help of every command")
    func page() throws {
        let page =
            """
            # Commands

            What `doorcheck help` says, for reading and searching. The manual pages say the same: `man doorcheck-run`.


            """ + Self.commands.map { "## \($0.name)\n\n```\n\($0.lastLineEnded)```\n" }.joined(separator: "\n")
        let path = "docs/commands.md"
        if ProcessInfo.processInfo.environment["DOORCHECK_WRITE_HELP"] != nil {
            try Data(page.utf8).write(to: URL(filePath: path))
        }
        let written = try #require(FileManager.default.contents(atPath: path))
        let lines = (page.split(separator: "\n"), String(decoding: written, as: UTF8.self).split(separator: "\n"))
        let first = zip(lines.0, lines.1).first { $0 != $1 }
        #expect(first == nil, "\(path) is not what the commands say; see CommandHelpTests")
        #expect(lines.0.count == lines.1.count)
    }

    @Test("Every command shows how it is called, and no example is broken over two lines")
    func examples() {
        for command in Self.commands where !command.isGroup {
            let isShown = command.lines.contains { $0.hasPrefix("  ") && $0.contains(command.name) }
            #expect(isShown, "`\(command.name)` has no example")
            for (line, next) in zip(command.lines, command.lines.dropFirst()) where line.hasPrefix("  doorcheck ") {
                let goesOn = next.isEmpty || next.hasPrefix("  ")
                #expect(goesOn, "`\(command.name)` has an example of more than 80 columns: \(line)")
            }
        }
    }

    @Test("Every argument and option of every command is explained in a sentence")
    func explanations() {
        for command in Self.commands {
            for line in command.lines.drop(while: { !$0.hasPrefix("USAGE:") }) {
                let isBare = line.wholeMatch(of: #/  (?:-|<).{0,20}\s*/#) != nil
                let isFollowed = command.help.contains("\(line)\n                          ")
                #expect(!isBare || isFollowed, "`\(command.name)` does not explain \(line)")
            }
        }
    }
}
