// `doorcheck key`: the secret keys that sign tickets.

import ArgumentParser

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Make, hand out and end signing keys.",
        discussion: """
            The master key signs every ticket and stays with the issuer. A box at a door gets the keys of its own \
            events only, with `key export` or from the hub.
            """,
        subcommands: [KeyNew.self, KeyList.self, KeyExport.self, KeyRotate.self, KeyRetire.self]
    )
}
