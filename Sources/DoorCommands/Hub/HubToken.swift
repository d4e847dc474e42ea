// `doorcheck hub token`

import Accounts
import ArgumentParser
import DoorOutput
import Hub

struct HubToken: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token",
        abstract: "Create a new token for the organiser's pages; the previous one stops working.",
        discussion: """
            The token is shown only once; the hub stores its hash. Sessions that were opened with an older token end. \
            Whoever has it may do everything, under any name that is no account's; with accounts, none is needed.

              doorcheck hub token
              doorcheck hub token /root/organiser.token
              doorcheck hub token --off
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(
        help: "Write the token to a file that only this user may read (default: standard output).",
        completion: .file())
    var file: String?

    @Flag(help: "Remove the token instead: only accounts open the pages then.")
    var off = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !off || file == nil else { throw ValidationError("--off does not go with a file.") }
    }

    func run() async throws {
        let service = try await configuration.load().hubService(creatingFile: true)
        if off { return try await remove(from: service) }
        guard let file else {
            let token = "\(try await service.makeToken())"
            return try output.write([Line(token: token)], text: token + "\n")
        }
        // Writes an empty file first: a file that cannot be written must not invalidate the existing token.
        try OutputFile.save([], to: file)
        try OutputFile.save(Array("\(await service.makeToken())\n".utf8), to: file)
    }

    private func remove(from service: HubService) async throws {
        try await service.removeToken()
        Terminal.note("There is no token any more, and its sessions have ended.")
        if try await !service.accounts().contains(where: { $0.role == .organiser }) {
            Terminal.note("No account has the role organiser; add one with `doorcheck hub account add`.")
        }
    }

    /// The organiser's token.
    private struct Line: OutputRecord {
        static let columns = ["token"]

        let schema = 1
        let token: String
    }
}
