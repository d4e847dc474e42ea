// `doorcheck partner grant`

import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Glibc
import Ledger
import TicketPrinting
import TicketSigning

struct PartnerGrantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Grant ticket numbers of an event to a partner.",
        discussion: """
            Needs the master key, and the public key that the partner sent. Writes the grant to a file, and as a QR \
            code to a PNG picture next to it, for the partner; neither is secret. Boxes receive it at their next sync, \
            and admit each number once, even though it is not on the guest list. The partner cannot sell more tickets \
            than you grant numbers.

            Give several ranges with --numbers and --tier repeated, in the same order. Without --tier, the tickets \
            have none.

              doorcheck partner grant "Campus shop" --key campus-shop.pub \\
                  --tier Regular --numbers 1-500
              doorcheck partner grant "Box office" --key office.pub \\
                  --tier Regular --numbers 1-200 --tier VIP --numbers 201-220
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "The partner's name, as staff and reports show it.")
    var name: String

    @Option(help: ArgumentHelp("The partner's public key.", valueName: "file"), completion: .file(extensions: ["pub"]))
    var key: String

    @Option(
        help: ArgumentHelp("The numbers, such as 1-500; may be given up to 8 times.", valueName: "range"),
        transform: PartnerNumbers.parsed)
    var numbers: [ClosedRange<UInt32>] = []

    @Option(help: ArgumentHelp("The tier of the tickets; once for each --numbers, or not at all.", valueName: "name"))
    var tier: [String] = []

    @Option(
        help: ArgumentHelp(
            "Short name of the event (default: the configuration's, or the only one).", valueName: "name"))
    var event: String?

    @Option(
        help: ArgumentHelp("Admit from this time on (default: as the tier and the event say).", valueName: "time"),
        transform: Timestamp.parsed)
    var opens: Timestamp?

    @Option(
        help: ArgumentHelp("Admit before this time (default: as the tier and the event say).", valueName: "time"),
        transform: Timestamp.parsed)
    var closes: Timestamp?

    @OptionGroup var files: GrantFileOptions

    @OptionGroup var format: OutputOptions

    func validate() throws {
        guard !numbers.isEmpty else { throw ValidationError("Give the numbers with --numbers, such as 1-500.") }
        guard tier.isEmpty || tier.count == numbers.count else {
            throw ValidationError("Give --tier once for each --numbers, in the same order, or not at all.")
        }
    }

    func run() async throws {
        let context = try CommandContext(configuration, for: .writing)
        let event = try await context.event(named: event)
        for name in tier { _ = try await context.knownTier(named: name, of: event) }
        let grant = try await grant(of: event, in: context)
        try await checkSpelling(of: grant, in: context)
        let signed = try await context.organiserKey().sign(grant)
        let file = files.path(for: grant)
        // The files come first: a full disk leaves no grant that nobody has.
        try GrantFile.write(signed, to: file)
        do {
            try await context.ledger.add(signed)
        } catch {
            for path in [file, file + ".png"] where file != "-" { unlink(path) }
            throw error
        }
        guard file != "-" else { return }
        try format.write([GrantLine(GrantRecord(grant: grant), event: event.slug, file: file)], text: file + "\n")
        guard format.isText else { return }
        Terminal.note(
            "'\(grant.partner.printable)' may sell \("ticket".counted(grant.count)) of '\(event.slug)': "
                + "\(PartnerNumbers.text(grant.ranges).printable). Send the partner \(file.printable), or show "
                + "\((file + ".png").printable).")
    }

    private func grant(of event: Event, in context: CommandContext) async throws -> PartnerGrant {
        let partner = name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard partner.contains(where: { $0.isLetter || $0.isNumber }), partner.printable == partner else {
            throw CommandError(.usage, "A partner's name has letters or digits, and no control characters.")
        }
        // In the spelling of the event: "é" is one character or two.
        let known = try await context.ledger.tiers(of: event.id).map(\.name)
        let tiers = tier.map { name in known.first { $0 == name } ?? name }
        let ranges = numbers.enumerated().map { index, numbers in
            PartnerGrant.Range(numbers, tier: tiers.isEmpty ? nil : tiers[index])
        }
        let publicKey = try KeyFile.readPartnerPublicKey(at: key)
        do throws(PartnerGrantError) {
            return try PartnerGrant(
                event: event.id, eventName: event.name, starts: event.opens.map { $0.milliseconds / 1000 },
                partner: partner, publicKey: publicKey, opens: opens.map { $0.milliseconds / 1000 },
                closes: closes.map { $0.milliseconds / 1000 }, ranges: ranges)
        } catch {
            throw CommandError(.usage, error.description)
        }
    }

    /// Refuses another spelling of a name that is known: nobody would tell the two apart.
    private func checkSpelling(of grant: PartnerGrant, in context: CommandContext) async throws {
        let name = PartnerName.folded(grant.partner)
        let known = try await context.ledger.grants(of: grant.event).map(\.grant.partner)
        guard let other = known.first(where: { PartnerName.folded($0) == name && $0 != grant.partner }) else { return }
        throw CommandError(
            .usage, "The partner is called '\(other.printable)' in earlier grants: use that name.")
    }
}
