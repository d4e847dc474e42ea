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
            code to a PNG picture next to it, for the partner; neither is secret. Boxes learn of it with their next \
            sync, and admit each number once, with no entry on the list. The partner cannot sell more tickets than \
            you grant numbers.

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

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The file to write (default: made from the name); - for standard output, without the QR code.",
            valueName: "file"))
    var output: String?

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
        try await check(grant, in: context)
        let signed = try await context.organiserKey().sign(grant)
        let file = output ?? GrantFile.name(for: grant)
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

    /// Refuses numbers that the partner has or had: each grant makes tickets of its own, so the same command twice
    /// would double them, and `Campus shop 17` would be two tickets.
    private func check(_ grant: PartnerGrant, in context: CommandContext) async throws {
        let name = PartnerName.folded(grant.partner)
        let others = try await context.ledger.grants(of: grant.event)
        if let other = others.first(where: {
            PartnerName.folded($0.grant.partner) == name && $0.grant.partner != grant.partner
        }) {
            throw CommandError(
                .usage, "The partner is called '\(other.grant.partner.printable)' in earlier grants: use that name.")
        }
        for other in others where other.grant.partner == grant.partner || other.grant.publicKey == grant.publicKey {
            for (mine, held) in grant.ranges.flatMap({ mine in other.grant.ranges.map { (mine.numbers, $0.numbers) } })
            where mine.overlaps(held) {
                let (partner, numbers) = (other.grant.partner.printable, PartnerNumbers.text(held.clamped(to: mine)))
                let standing =
                    other.isRetired
                    ? "'\(partner)' had the numbers \(numbers) before, and they were taken back"
                    : "'\(partner)' already has the numbers \(numbers)"
                throw CommandError(
                    .badData,
                    "\(standing): grant others. `doorcheck partner export` writes the files of a grant once more.")
            }
        }
    }
}
