// `doorcheck hub token`

import ArgumentParser
import Hub

struct HubToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Make the token that opens the organiser's pages, and end the one before.",
        discussion: """
            The token is shown this once; the hub stores its hash. Who is logged in with an older one is logged out.

              doorcheck hub token
              doorcheck hub token /root/organiser.token
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(
        help: "Write the token to a file that only this user may read (default: standard output).",
        completion: .file())
    var file: String?

    func run() async throws {
        let service = try await configuration.load().hubService(creatingFile: true)
        guard let file else { return try Terminal.output("\(await service.makeToken())\n") }
        // Writes an empty file first: a file that cannot be written must not invalidate the existing token.
        try OutputFile.save([], to: file)
        try OutputFile.save(Array("\(await service.makeToken())\n".utf8), to: file)
    }
}
