// `doorcheck key`: the secret keys that sign tickets.

import ArgumentParser

struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract: "Create, distribute and retire signing keys.",
        discussion: """
            The master key signs every ticket and stays with the issuer. A box at a door receives only the keys of its \
            own events, by `key export` or from the hub.
            """,
        subcommands: [KeyNew.self, KeyList.self, KeyExport.self, KeyRotate.self, KeyRetire.self]
    )
}
