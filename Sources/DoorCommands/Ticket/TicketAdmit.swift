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
        abstract: "Admit a guest by hand, whatever the rules say.",
        discussion: """
            Admits one person at the gate, and records who did it, why, and what the rules said. `ticket undo` undoes \
            it. The rules run again in the transaction that records the entry; if the ticket has changed meanwhile, \
            nothing is done and the exit status is 1. Programs pass the `version` from `ticket show --json` or `ticket \
            explain --json` with --if-version.

              doorcheck ticket admit 6ba7b810-9dad-41d1-80b4-00c04fd430c8 \\
                  --why "showed the receipt"
              doorcheck ticket admit "DC1:…" --gate backstage --by amina --why "the band"
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var staff: StaffOptions
    @OptionGroup var argument: TicketArgument

    @Option(help: ArgumentHelp("The gate (default: the configuration's).", valueName: "name"))
    var gate: String?

    @OptionGroup var seen: SeenOptions

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard staff.why?.allSatisfy(\.isWhitespace) == false else {
            throw ValidationError("Give a reason with --why; it is kept permanently.")
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
