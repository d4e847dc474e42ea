// `doorcheck hub token`

import ArgumentParser
import DoorOutput
import Hub

struct HubToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Create a new token for the organiser's pages; the previous one stops working.",
        discussion: """
            The token is shown only once; the hub stores its hash. Sessions that were opened with an older token end.

              doorcheck hub token
              doorcheck hub token /root/organiser.token
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(
        help: "Write the token to a file that only this user may read (default: standard output).",
        completion: .file())
    var file: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let service = try await configuration.load().hubService(creatingFile: true)
        guard let file else {
            let token = "\(try await service.makeToken())"
            return try output.write([Line(token: token)], text: token + "\n")
        }
        // Writes an empty file first: a file that cannot be written must not invalidate the existing token.
        try OutputFile.save([], to: file)
        try OutputFile.save(Array("\(await service.makeToken())\n".utf8), to: file)
    }

    /// The organiser's token.
    private struct Line: OutputRecord {
        static let columns = ["token"]

        let schema = 1
        let token: String
    }
}
