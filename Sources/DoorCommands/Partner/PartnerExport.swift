// `doorcheck partner export`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct PartnerExport: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a grant's files once more.",
        discussion: """
            For a partner who has lost the grant. Prints the path of the file; the QR code is next to it. Name the \
            grant if the partner has several.

              doorcheck partner export "Campus shop"
              doorcheck partner export 24754b1a --output again.grant
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @OptionGroup var partner: PartnerArguments
    @OptionGroup var files: GrantFileOptions

    @OptionGroup var format: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let found = try await context.grants(named: partner)
        guard found.count == 1, let record = found.first else {
            let list = found.map { "\(PartnerNumbers.text($0.grant.ranges)) is \($0.grant.id)" }
            throw CommandError(
                .usage,
                "'\(partner.name.printable)' has several grants, so nothing was written; name one: "
                    + "\(list.joined(separator: "; ").printable).")
        }
        guard let signed = try await context.ledger.signedGrant(record.grant.id) else {
            throw CommandError(.badData, "The grant was taken back, so that nobody needs it.")
        }
        let file = files.path(for: record.grant)
        try GrantFile.write(signed, to: file)
        guard file != "-" else { return }
        try format.write([FileLine(file: file)], text: file + "\n")
    }
}
