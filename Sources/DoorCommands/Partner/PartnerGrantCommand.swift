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
        help: ArgumentHelp("The file to write (default: made from the name, ending in .grant).", valueName: "file"))
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
        // In the spelling of the event: "é" is one character or two.
        let tiers = try await context.ledger.tiers(of: event.id).map(\.name)
        let spelled = tier.map { name in tiers.first { $0 == name } ?? name }
        let publicKey = try KeyFile.readPartnerPublicKey(at: key)
        let grant = try grant(of: event, spelled, to: publicKey)
        try await checkNumbers(of: grant, in: context)
        let file = output ?? "\(Event.slug(from: name)).grant"
        try OutputFolder.check(for: file)
        let signed = try await context.organiserKey().sign(grant)
        // The files come first: a full disk leaves no grant that nobody has.
        try OutputFile.save(Array((signed.text + "\n").utf8), to: file)
        do {
            try OutputFile.save(QRSymbol(text: signed.text, errorCorrection: .medium).png(), to: file + ".png")
            try await context.ledger.add(signed)
        } catch {
            for path in [file, file + ".png"] { unlink(path) }
            throw error
        }
        try format.write([GrantLine(GrantRecord(grant: grant), event: event.slug, file: file)], text: file + "\n")
        guard format.isText else { return }
        Terminal.note(
            "'\(name.printable)' may sell \("ticket".counted(grant.count)) of '\(event.slug)'; send the partner "
                + "\(file.printable), or show \((file + ".png").printable).")
    }

    private func grant(of event: Event, _ tiers: [String], to publicKey: [UInt8]) throws -> PartnerGrant {
        let ranges = numbers.enumerated().map { index, numbers in
            PartnerGrant.Range(numbers, tier: tiers.isEmpty ? nil : tiers[index])
        }
        do throws(PartnerGrantError) {
            return try PartnerGrant(
                event: event.id, eventName: event.name, partner: name, publicKey: publicKey,
                opens: opens.map { $0.milliseconds / 1000 }, closes: closes.map { $0.milliseconds / 1000 },
                ranges: ranges)
        } catch {
            throw CommandError(.usage, error.description)
        }
    }

    /// Refuses numbers that the partner has already: each grant makes tickets of its own, so the same command twice
    /// would double them, and `Campus shop 17` would be two tickets.
    private func checkNumbers(of grant: PartnerGrant, in context: CommandContext) async throws {
        let others = try await context.ledger.grants(of: grant.event).filter { record in
            !record.isRetired && record.grant.partner == grant.partner
        }
        let held = others.flatMap(\.grant.ranges).map(\.numbers)
        for numbers in numbers {
            guard let taken = held.first(where: { $0.overlaps(numbers) })?.clamped(to: numbers) else { continue }
            throw CommandError(
                .badData,
                "'\(name.printable)' already has the numbers \(PartnerNumbers.text(taken)); grant others, or take them "
                    + "back with `doorcheck partner retire`.")
        }
    }
}
