// `doorcheck box`

import ArgumentParser

struct BoxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "box",
        abstract: "Set up new boxes; list, admit and revoke those that belong to the organiser.",
        discussion: """
            The organiser's master key makes boxes members, each with a name and a role: with `doorcheck hub enroll`, \
            or with `doorcheck sync trust` and `doorcheck box admit` on the machine that has the key.
            """,
        subcommands: [
            BoxList.self, BoxAdmit.self, BoxRevoke.self, BoxSetupCommand.self, BoxApply.self, BoxWait.self,
        ]
    )
}
