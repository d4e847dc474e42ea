// `doorcheck partner`: tickets that others sell.

import ArgumentParser

struct PartnerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "partner",
        abstract: "Let a shop or a club sell tickets for you, offline.",
        discussion: """
            A shop, a club or a box office makes a key and sends its public half. The organiser grants ticket numbers \
            to it; the partner signs tickets with these numbers, offline, and sells them. Doors admit each number \
            once, even though it is not on the guest list. See docs/partners.md.
            """,
        subcommands: [
            PartnerKeyCommand.self, PartnerGrantCommand.self, PartnerIssue.self, PartnerList.self, PartnerExport.self,
            PartnerRetire.self,
        ]
    )
}

struct PartnerKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Create the key that signs a partner's tickets.",
        subcommands: [PartnerKeyNew.self]
    )
}
