// `doorcheck event message`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Ledger
import Organising

struct EventMessage: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "message",
        abstract: "Send a message to the gates.",
        discussion: """
            Reads one line from standard input, because other users of this machine see the arguments of a command. A \
            door with this ledger shows the message at once, boxes of a hub within seconds, and others after their \
            next sync. It goes away when it is dismissed there, or when its time is over.

              echo "Let the band in" | doorcheck event message --gate backstage
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "Short name of the event (default: the configuration's, or the only one).")
    var event: String?

    @Option(help: "Only for this gate.")
    var gate: String?

    @Option(help: "How long it is shown, in minutes (1 to 1440).")
    var minutes = 30

    @Option(help: ArgumentHelp("Who sends it (default: the user of this machine).", valueName: "who"))
    var by: String?

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let event = try await context.event(named: event)
        let isTyped = isatty(STDIN_FILENO) == 1
        if isTyped { Terminal.note("Type the message, and press Enter.") }
        let text = readLine() ?? ""
        // Half a message would mislead the gates.
        guard isTyped || readLine() == nil else {
            throw CommandError(.badData, "Write the message to the gates in one line.")
        }
        do {
            try await context.send(
                text, to: event.id, gate: gate, minutes: minutes, by: by ?? StaffOptions.user)
        } catch let error as MessageRefusal {
            throw CommandError(error.status, error.description)
        }
        Terminal.note("Sent to \(gate.map { "gate \($0.printable)" } ?? "all gates") of \(event.slug).")
    }
}

extension MessageRefusal {
    fileprivate var status: ExitStatus {
        switch self {
        case .minutes: .usage
        case .gate: .noInput
        case .unheard: .noPermission
        }
    }
}
