// `doorcheck ticket explain`

import Admission
import ArgumentParser
import DoorInstallation
import DoorOutput
import DoorTexts
import Ledger
import TicketSigning

struct TicketExplain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show how a ticket would be judged, rule by rule.",
        discussion: """
            Checks every rule of a gate in the order of the door; the first that objects decides and is marked. \
            Nothing is recorded. A ticket that is named by its identifier is judged by the list; if doors refuse its \
            code anyway, because its key was retired or is not on this machine, a line says so.

              doorcheck ticket explain 6ba7b810-9dad-41d1-80b4-00c04fd430c8
              doorcheck ticket explain "DC1:…" --gate north --at 2026-07-04T19:30:00+03:00
            """
    )

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var argument: TicketArgument

    @Option(
        help: ArgumentHelp(
            "Short name of the event at the door (default: that of a ticket on the list).", valueName: "name"))
    var event: String?

    @Option(help: ArgumentHelp("The gate (default: the configuration's).", valueName: "name"))
    var gate: String?

    @Option(
        help: ArgumentHelp("Judge as of this time, such as 2026-07-04T19:30:00Z.", valueName: "time"),
        transform: Timestamp.parsed)
    var at: Timestamp?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let context = try CommandContext(configuration, for: .reading)
        let listed = try await listed(in: context)
        let event =
            if event == nil, let listed { try await context.event(of: listed) } else {
                try await context.event(named: event)
            }
        let gate = try await context.gate(named: gate, of: event)
        let desk = try await context.desk(event: event, gate: gate)
        let now = WallClock.now
        let clock = at == nil ? try await context.clockWatch(startingAt: now).trust(wall: now, elapsed: .now) : .trusted
        let explanation =
            if let listed { try await desk.explain(listed, on: at ?? now, clock: clock) } else {
                try await desk.explain(code: argument.ticket, on: at ?? now, clock: clock)
            }
        let refusal = if let listed { try await codeRefusal(of: listed, in: context) } else { nil as TicketRejection? }
        let line = ExplanationLine(explanation, gate: gate, code: refusal)
        try output.write([line], text: line.text)
    }

    /// Returns the listed ticket that is named by its identifier or by a name; `nil` if the argument is a code that
    /// doors scan.
    private func listed(in context: CommandContext) async throws -> Ticket? {
        if TicketID(argument.ticket) != nil { return try await context.ticket(named: argument.ticket) }
        let verifier = TicketVerifier(keyRing: try await context.keyRing())
        guard case .notATicket = verifier.rejection(of: argument.ticket),
            try await context.ledger.tickets(withBarcode: argument.ticket).isEmpty
        else { return nil }
        return try await context.listedTicket(named: argument.ticket)
    }

    /// Returns a door's rejection of the code that was issued for a listed ticket; `nil` if doors accept it.
    private func codeRefusal(of ticket: Ticket, in context: CommandContext) async throws -> TicketRejection? {
        // A partner's ticket has no key of the event, and a retired grant is one of the rules' objections.
        guard let epoch = try await context.ledger.ticket(ticket.id)?.epoch else { return nil }
        let keys = try await context.ledger.keys(of: ticket.event)
        let ring = try await context.keyRing()
        let key = keys.first { $0.epoch == epoch && !$0.isRetired }
        return key.map { ring[$0.keyID] != nil } ?? false ? nil : .unknownKey
    }
}

extension TicketVerifier {
    /// Returns why a code is not genuine; `nil` for a genuine code.
    fileprivate func rejection(of code: String) -> TicketRejection? {
        do throws(TicketRejection) {
            _ = try verify(code: code)
            return nil
        } catch {
            return error
        }
    }
}
