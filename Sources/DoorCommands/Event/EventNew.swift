// `doorcheck event new`

import ArgumentParser
import DoorConfiguration
import DoorInstallation
import DoorOutput
import Ledger
import Organising
import TicketSigning

struct EventNew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Add an event with its key and gates.",
        discussion: """
            Creates the ledger if necessary. The event's signing key is derived from the master key, so run `doorcheck \
            key new` first. Prints the event's short name.

              doorcheck event new "Summer Night" --gate main --gate backstage \\
                  --opens '2026-07-04 18:00' --closes '2026-07-05 02:00'
            """
    )

    @OptionGroup var configuration: ConfigurationOptions

    @Argument(help: "What guests and staff read.")
    var name: String

    @Option(help: "Short name: 1 to 32 lower-case letters, digits or hyphens (default: made from the name).")
    var slug: String?

    @Option(
        help: ArgumentHelp(
            "Admit from this time on, such as '2026-07-04 18:00' in this machine's time zone.", valueName: "time"),
        transform: Timestamp.parsed)
    var opens: Timestamp?

    @Option(
        help: ArgumentHelp("Admit before this time, such as '2026-07-05 02:00'.", valueName: "time"),
        transform: Timestamp.parsed)
    var closes: Timestamp?

    @Option(
        name: .customLong("gate"), help: "A gate; may be given several times (default: the configured gate).",
        transform: GateName.parsed)
    var gates: [GateName] = []

    @Option(help: "What happens to a genuine ticket that is not on the list: refuse, ask or admit.")
    var unlisted: UnlistedPolicy = .refuse

    @Option(help: "What happens to a code that another key than its ticket's has signed: refuse or ask.")
    var oldKeys: OldKeyPolicy = .refuse

    @Option(help: "Whom exit gates let out: everybody (open), or only those who are known to be inside (strict).")
    var exits: ExitPolicy = .open

    @Option(help: "How its tickets are signed: 1 for codes with the fewest modules, 2 for codes that no box can make.")
    var suite: SignatureSuite = .hmacSHA256

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard !name.isEmpty else { throw ValidationError("An event needs a name.") }
    }

    func run() async throws {
        let settings = try configuration.load()
        let keys = KeyFolder(path: settings.keysFolder)
        // Before a ledger is created.
        _ = try keys.master()
        let event = Event(
            slug: slug ?? Event.slug(from: name),
            name: name,
            opens: opens,
            closes: closes,
            unlisted: unlisted,
            oldKeys: oldKeys,
            exits: exits
        )
        let context = try CommandContext(creatingFor: configuration)
        let names = gates.isEmpty ? [settings.gate] : gates
        try await context.add(EventSettings(event: event, gates: names.map { GateSettings(name: $0) }), suite: suite)
        for pair in SimilarName.pairs(of: Set(gates.map(\.text)), among: []) {
            Terminal.note("\(pair.map { "'\($0)'" }.joined(separator: " and ")) are different gates.")
        }
        try output.write([try await EventLine(event, in: context.ledger)], text: event.slug + "\n")
    }
}
