// `doorcheck ticket admit`

import Admission
import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct TicketAdmit: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit",
        abstract: "Let a guest in by hand, whatever the rules say.",
        discussion: """
            Counts one person in at the gate, and writes down who did it, why, and what the rules said. `ticket undo` \
            takes it back. The rules run once more in the transaction that records: where anything happened to the ticket \
            meanwhile, nothing is done and the status is 1. A program that looked with `ticket show --json` or \
            `ticket explain --json` hands the `version` back with --if-version.

              doorcheck ticket admit 6ba7b810-9dad-41d1-80b4-00c04fd430c8 \\
                  --why "showed the receipt"
              doorcheck ticket admit "DC1:…" --gate backstage --by amina --why "the band"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var argument: TicketArgument

    @Option(help: ArgumentHelp("Name of the door (default: the configuration's).", valueName: "name"))
    var gate: String?

    @OptionGroup var seen: SeenOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard staff.why?.allSatisfy(\.isWhitespace) == false else {
            throw ValidationError("Say why with --why; it stands in the book.")
        }
    }

    func run() async throws {
        let attribution = try staff.attribution
        let context = try CommandContext(configuration, for: .writing)
        let (ticket, epoch) = try await context.presented(argument.ticket)
        let event = try await context.event(of: ticket)
        let gate = try await context.gate(named: gate, of: event)
        let desk = try await context.desk(event: event, gate: gate, claims: try await HubLink.claims(context))
        let look = try await desk.explain(ticket, signedIn: epoch, on: WallClock.now).seen
        let verdict = try await ChangedMeanwhile.telling {
            try await desk.admitAnyway(
                ticket, signedIn: epoch, seen: seen.checked(look), on: WallClock.now, by: attribution)
        }
        let wording = Wording(verdict: verdict, now: verdict.at)
        let text = "\(wording.headline)  \(wording.detail.printable)\n"
        try output.write([VerdictLine(verdict)], text: text)
    }
}
