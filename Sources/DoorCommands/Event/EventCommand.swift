// `doorcheck event`

import ArgumentParser

struct EventCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "event",
        abstract: "Add, show and change events.",
        subcommands: [
            EventNew.self, EventList.self, EventShow.self, EventEdit.self, EventMessage.self, EventClose.self,
            EventReopen.self,
        ]
    )
}
