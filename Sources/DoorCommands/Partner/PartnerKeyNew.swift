// `doorcheck partner key new`

import ArgumentParser
import DoorOutput
import DoorTexts
import Glibc
import TicketSigning

struct PartnerKeyNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Create a partner's key, on the machine that sells tickets.",
        discussion: """
            Writes the secret key to a file that only this user can read, and the public key next to it, to a file \
            that ends in .pub. Send the public key to the organiser, and keep the secret one: whoever has it can sign \
            the tickets that you may sell. Prints the path of the public key.

              doorcheck partner key new
              doorcheck partner key new campus-shop.key
            """
    )

    @Argument(help: "The file for the secret key; it must not exist yet.", completion: .file(extensions: ["key"]))
    var file = "partner.key"

    @OptionGroup var output: OutputOptions

    private var publicFile: String { (file.hasSuffix(".key") ? String(file.dropLast(4)) : file) + ".pub" }

    func validate() throws {
        guard !file.hasSuffix(".pub") else {
            throw ValidationError(
                "A secret key must not end in .pub, as the files do that are sent: name another file.")
        }
    }

    func run() async throws {
        let key = try PartnerKey.random()
        try KeyFile.writePublicKey(of: key, to: publicFile)
        do {
            try KeyFile.writePartnerKey(key, to: file)
        } catch {
            unlink(publicFile)
            throw error
        }
        try output.write([FileLine(file: publicFile)], text: publicFile + "\n")
        guard output.isText else { return }
        Terminal.note("Send \(publicFile.printable) to the organiser, and keep \(file.printable) to yourself.")
    }
}
